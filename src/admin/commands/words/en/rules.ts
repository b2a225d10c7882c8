import { counted } from '../../../../lib/counts.ts'
import { plain } from '../../../../lib/quoting.ts'

export const rules = {
  added: (number: number) => `Rule ${number} is added.`,
  removed: (number: number, when: string) => `Rule ${number} (“${plain(when)}”) is removed.`,
  none: (agent: string) => `\`${agent}\` has no rules yet. \`/agent rule add\` adds one.`,
  noneWith: (words: string) => `No rule holds “${plain(words)}”.`,
  listed: (agent: string, count: number) =>
    `${counted('en', count, { one: '# rule', other: '# rules' })} of \`${agent}\`:`,
  noSuch: (number: number, count: number) =>
    `There is no rule ${number}: they are numbered from 1 to ${count}. \`/agent rule list\` shows them.`,
  noRules: 'There are no rules.',
  more: 'More',
  nothingSaid: (name: string) => `\`${name}\` holds no text: there is nothing between the bars.`,
}
