import { counted, number } from '../../../../lib/counts.ts'
import { plain, shown } from '../../../../lib/quoting.ts'

export const knowledge = {
  none: (agent: string) => `\`${agent}\` knows no documents yet. Attach files to \`/agent knowledge add\`.`,
  listed: (agent: string, count: number) =>
    `\`${agent}\` knows ${counted('en', count, { one: '# document', other: '# documents' })}:`,
  size: (bytes: number, passages: number) => {
    const kilobytes = number('en', Math.max(1, Math.round(bytes / 1024)))
    return `${kilobytes} KB, ${counted('en', passages, { one: '# passage', other: '# passages' })}`
  },
  added: (name: string, passages: number) =>
    `✅ \`${shown(name)}\`: ${counted('en', passages, { one: '# passage', other: '# passages' })}, found from now on.`,
  unchanged: (name: string) => `✅ \`${shown(name)}\` was known already.`,
  notUsed: (edit: string) => `⚠️ The agent does not use its knowledge yet: switch it on with \`${edit}\`, and publish.`,
  sure: (agent: string, name: string, passages: number) =>
    `Let \`${agent}\` forget \`${shown(name)}\` and its ${counted('en', passages, { one: '# passage', other: '# passages' })}? This acts at once and cannot be undone.`,
  remove: 'Remove it',
  removed: (agent: string, name: string) => `\`${agent}\` has forgotten \`${shown(name)}\`.`,
  notFound: (name: string, near: string | undefined) =>
    `There is no document \`${shown(name)}\`.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`,
  nothing: (words: string) => `Nothing was found for “${plain(words)}”.`,
  found: (words: string) => `For “${plain(words)}” it finds:`,
}
