import type { ReadMessage } from '../model/message.ts'

/** All that a message says in one text, as it is kept: what it forwards is quoted, and its files are named. */
export function foldedText({ text, files, quoted = [] }: Pick<ReadMessage, 'text' | 'files' | 'quoted'>): string {
  const quotes = quoted.map((one) => {
    const said = `${one.author.name ?? one.author.id ?? 'somebody'}: ${foldedText(one)}`
    return said.replaceAll(/^/gm, '> ')
  })
  return [text, ...quotes, ...files.map(({ name }) => `[${name}]`)].filter((part) => part !== '').join('\n')
}
