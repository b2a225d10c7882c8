import { plain } from '../../../../lib/quoting.ts'

export const proposing = {
  byModel: 'This is what I would make of it:',
  byTemplate: 'No model is there to think about it, so this is made from a pattern:',
  prompt: 'Its prompt:',
  opening: 'It begins with:',
  rules: 'Its rules:',
  nothingYet: 'Nothing is made yet. Everything can be changed afterwards.',
  make: 'Make it',
  look: 'Show the draft',
  made: (id: string, name: string) =>
    `**${plain(name)}** \`${id}\` is made, with its name and its prompt. Opening and rules are in its draft.`,
  tried: 'The draft was asked:',
  right: (ask: string, rule: number) => `- ✔ ${plain(ask)} → rule ${rule}`,
  otherwise: (ask: string, rule: number) => `- ✘ ${plain(ask)} → not rule ${rule}: give that rule more phrases`,
  publishIt: (id: string) =>
    `Publish the draft when it is right. It answers nowhere until it is used: \`/agent use ${id}\`.`,
}
