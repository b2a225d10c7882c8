import { counted } from '../../../../lib/counts.ts'
import { plain, shown } from '../../../../lib/quoting.ts'

const quoted = (ids: readonly string[]): string => ids.map((id) => `\`${id}\``).join(', ')

export const scenarios = {
  none: (agent: string) =>
    `\`${agent}\` has no scenarios yet. Attach a YAML file to \`/agent scenario upload\` to add one.`,
  listed: (agent: string, count: number) =>
    `${counted('en', count, { one: '# scenario', other: '# scenarios' })} of \`${agent}\`:`,
  nodes: (count: number, priority: number) =>
    `${counted('en', count, { one: '# node', other: '# nodes' })}, priority ${priority}`,
  notFound: (id: string, near: string | undefined) =>
    `There is no scenario \`${shown(id)}\`.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`,
  added: (ids: readonly string[]) => `Added: ${ids.map((id) => `\`${id}\``).join(', ')}.`,
  replaced: (ids: readonly string[]) => `Replaced: ${ids.map((id) => `\`${id}\``).join(', ')}.`,
  removed: (id: string) => `The scenario \`${id}\` is removed. Whoever is in it goes on to its end.`,
  faulty: (count: number) =>
    `Nothing was taken: ${counted('en', count, { one: '# thing is', other: '# things are' })} wrong.`,
  line: (number: number) => `line ${number}`,
  well: '✅ The checks found nothing.',
  toNote: 'For you to judge:',
  drawing: 'Drawing',
  inWords: 'In words',
  drawn: (ids: readonly string[]) =>
    `What leads where in ${quoted(ids)}: a hexagon waits for an answer, a box with double sides calls a webhook, round ones begin and end. Dashed ways are opened by time or a word of cancelling.`,
  noPicture: 'There is no picture of it here.',
  told: (ids: readonly string[]) =>
    `What leads where in ${quoted(ids)}, in words: each node with the ways that lead on from it.`,
  title: (id: string, text: string | undefined) => `**${plain(text ?? id)}** \`${id}\``,
  twice: (id: string) => `Two of the files are the scenario \`${id}\`.`,
  notText: (name: string) => `\`${shown(name)}\` is not a text file. Scenarios are YAML.`,
}
