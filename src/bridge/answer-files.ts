import { answerFiles, type LostFile } from '../model/conversation.ts'
import type { Attachment } from '../model/message.ts'
import type { CommittedAnswer } from '../turns/show.ts'
import { type Block, readLine } from './markdown-lines.ts'

/** A head and two rows are read where they stand; of more than that somebody may want a table. */
const leastLines = 4
/** What spreadsheets know UTF-8 by. */
const BOM = '\ufeff'
const separated: Record<string, string> = { csv: 'text/csv', tsv: 'text/tab-separated-values' }

/** What is added to the conversation behind an answer: what came with it, and what stands in it as the text of a table. */
export function filesOf(answer: CommittedAnswer, markdown: string): Attachment[] {
  const { files = [], interrupted } = answer
  // Of an answer that broke off nobody knows whether its table is whole.
  if (interrupted !== null) return []
  const given = files
    .filter(({ lost }) => !lost)
    .map(({ name, type, base64 }) => ({ name, type, bytes: Buffer.from(base64, 'base64') }))
  return [...given, ...ownTables(answer, markdown)].slice(0, answerFiles.most)
}

export const bringsFiles = (answer: CommittedAnswer, markdown: string): boolean =>
  answer.interrupted === null && (answer.files !== undefined || ownTables(answer, markdown).length > 0)

/** Those that have a message of their own: what stands in the answer anyway is not missed where no files can be. */
export const filesBehind = (answer: CommittedAnswer, markdown: string, isTaken: boolean): Attachment[] =>
  filesOf(answer, markdown).filter(({ name }) => isTaken || answer.files?.some((file) => file.name === name))

/** What does not come along, by the reasons. */
export function lostOf({ files = [] }: Pick<CommittedAnswer, 'files'>): { why: LostFile; names: string[] }[] {
  const all = Map.groupBy(
    files.filter(({ lost }) => lost),
    ({ lost }) => lost!,
  )
  return [...all].map(([why, these]) => ({ why, names: these.map(({ name }) => name) }))
}

/** What people say to each other is no table of the agent's. */
const ownTables = ({ source }: Pick<CommittedAnswer, 'source'>, markdown: string): Attachment[] =>
  source === 'none' ? [] : tablesIn(markdown)

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
