import type { Attachment } from '../model/message.ts'
import type { CommittedAnswer } from '../turns/show.ts'
import { type Block, readLine } from './markdown-lines.ts'

/** A head and two rows are read where they stand; of more than that somebody may want a table. */
const leastLines = 4
const mostFiles = 3
/** What spreadsheets know UTF-8 by. */
const BOM = '\ufeff'
const separated: Record<string, string> = { csv: 'text/csv', tsv: 'text/tab-separated-values' }

/** What is added to the conversation behind an answer: what its tools gave, and what stands in it as the text of a table. */
export function filesOf({ files = [], interrupted }: CommittedAnswer, markdown: string): Attachment[] {
  // Of an answer that broke off nobody knows whether its table is whole.
  if (interrupted !== null) return []
  const given = files.map(({ base64, ...file }) => ({ ...file, bytes: Buffer.from(base64, 'base64') }))
  return [...given, ...tablesIn(markdown)].slice(0, mostFiles)
}

export const bringsFiles = ({ files, interrupted }: CommittedAnswer, markdown: string): boolean =>
  interrupted === null && (files !== undefined || tablesIn(markdown).length > 0)

function tablesIn(markdown: string): Attachment[] {
  const found: Attachment[] = []
  let block: Block = {}
  let kind: string | undefined
  let lines: string[] = []
  for (const line of markdown.split('\n')) {
    const read = readLine(line, block)
    if (read.kind === 'open') {
      kind = /^[`~ ]+(csv|tsv)\s*$/i.exec(read.after.fence!.opener)?.[1]?.toLowerCase()
      lines = []
    } else if (read.kind === 'code') lines.push(line.trimEnd())
    else if (read.kind === 'close' && kind && lines.length >= leastLines) {
      const name = `table${found.length > 0 ? `-${found.length + 1}` : ''}.${kind}`
      const bytes = Buffer.from(`${BOM}${lines.join('\r\n')}\r\n`)
      found.push({ name, type: `${separated[kind]}; charset=utf-8`, bytes })
    }
    block = read.after
  }
  return found
}
