import { readBlocks } from './blocks.ts'
import type { Block, Stream, Task } from './post.ts'
import { refuse } from './refusal.ts'
import { anything, byType, type Check, httpUrl, list, oneOf, shape, text } from './schema.ts'

/** Pieces of a stream besides plain `markdown_text`. */
export type Chunk =
  | { type: 'markdown_text'; text: string }
  | ({ type: 'task_update' } & Task)
  | { type: 'plan_update'; title: string }
  | { type: 'blocks'; blocks: Block[] }

/** Community figure for the fields of a task. */
const TASK_TEXT = text(256, 0)

const source = shape({ type: oneOf('url'), url: httpUrl, text: text(256) }, { icon_url: httpUrl })

const chunk: Check = byType({
  markdown_text: shape({ text: text(12_000) }),
  task_update: shape(
    { id: text(255), title: text(256), status: oneOf('pending', 'in_progress', 'complete', 'error') },
    { details: TASK_TEXT, output: TASK_TEXT, sources: list(source, 100) },
  ),
  plan_update: shape({ title: text(256) }),
  blocks: shape({ blocks: list(anything, 50) }),
})

export function readChunks(value: unknown): Chunk[] {
  const messages: string[] = []
  list(chunk, 100, 0)(value, '/chunks', (at, what) => messages.push(`[ERROR] ${what} [json-pointer:${at}]`))
  if (messages.length > 0) refuse('invalid_chunks', ...messages)
  return (value as Chunk[]).map((each) =>
    each.type === 'blocks' ? { ...each, blocks: readBlocks(each.blocks) } : each,
  )
}

/** What chunks add to a stream, as Slack seems to count it: the bytes of text and of the JSON of everything else. */
export function bytesOf(chunks: Chunk[]): number {
  let bytes = 0
  for (const each of chunks) {
    bytes += Buffer.byteLength(each.type === 'markdown_text' ? each.text : JSON.stringify(each))
  }
  return bytes
}

export function markdownOf(chunks: Chunk[]): string {
  return chunks.map((each) => (each.type === 'markdown_text' ? each.text : '')).join('')
}

/** The stream with the blocks, tasks and plan of `chunks`. */
export function withChunks(stream: Stream, chunks: Chunk[]): Stream {
  const next = { ...stream, chunkBlocks: [...stream.chunkBlocks], tasks: { ...stream.tasks } }
  for (const each of chunks) {
    if (each.type === 'blocks') next.chunkBlocks.push(...each.blocks)
    if (each.type === 'plan_update') next.plan = each.title
    if (each.type === 'task_update') {
      const { type: _, ...task } = each
      next.tasks[task.id] = { ...next.tasks[task.id], ...task }
    }
  }
  return next
}
