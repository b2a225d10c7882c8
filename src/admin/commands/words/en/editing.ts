import { counted } from '../../../../lib/counts.ts'
export const editing = {
  save: 'Save',
  tooLongToShow: (length: number) =>
    `It has ${counted('en', length, { one: '# character', other: '# characters' })}, more than fit here. What you write here takes its place.`,
  changedMeanwhile: (now: string) => `Somebody changed this to “${now}” meanwhile. Send again to make it yours.`,
  meanwhile: (person: string | undefined) =>
    `${person === undefined ? 'Somebody' : `<@${person}>`} changed the same meanwhile, so nothing was saved. The form shows what is there now.`,
  putRight: 'Nothing was saved: please put right what is marked.',
  notText: (name: string) => `${name} is not a text file.`,
  notYaml: (why: string) => `must be YAML, a key a line: ${why}`,
  notYesOrNo: 'must be yes or no',
  notANumber: 'must be a number like 0.4',
  notAWholeNumber: 'must be a whole number like 5',
  openForm: (agent: string) => `What you save goes to the draft of \`${agent}\`.`,
}
