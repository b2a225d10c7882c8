import { Worker } from 'node:worker_threads'
import type { Documents } from '../../ports/documents.ts'
import { decode } from './decode.ts'
import { kindOf, mimetypeOf } from './kind.ts'
import { unreadable } from './unreadable.ts'
import type { ReadOutcome, Work } from './worker.ts'

export interface DocumentsParts {
  /** A file that takes longer is given up. */
  timeoutMs?: number
}

const mebibyte = 1024 * 1024
/** What a reader may keep, and by how much the whole process may grow meanwhile: what it unpacks is not on its heap. */
const maxHeap = 512
const maxGrowth = 1024 * mebibyte

/**
 * Reads files: text at once, everything else in a thread of its own, one after the other, so that nobody who chats waits for
 * it. The libraries are loaded there, with the first file that needs them.
 */
export function createDocuments({ timeoutMs = 60_000 }: DocumentsParts = {}): Documents {
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  return {
    async read({ name, bytes }) {
      const kind = kindOf(name, bytes)
      if (kind === 'unknown' || kind === 'old_office') throw unreadable(name, kind)
      const outcome =
        kind === 'text' ? { text: decode(bytes, 'text') } : await inTurn(() => readApart({ kind, bytes }, timeoutMs))
      if ('fault' in outcome) throw unreadable(name, outcome.fault)
      if (outcome.text.trim() === '') throw unreadable(name, 'no_text')
      return { mimetype: mimetypeOf(kind, name), text: outcome.text }
    },
  }
}

const tooMuch: ReadOutcome = { fault: 'too_much' }

async function readApart(work: Work, timeoutMs: number): Promise<ReadOutcome> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const worker = new Worker(new URL(`./worker.${extension}`, import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: maxHeap },
    // What the libraries have to say of a file is nobody's business, and may quote it.
    stdout: true,
    stderr: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<ReadOutcome>()
  const before = process.memoryUsage.rss()
  const watch = setInterval(() => process.memoryUsage.rss() - before > maxGrowth && resolve(tooMuch), 50)
  const limit = setTimeout(() => resolve(tooMuch), timeoutMs)
  worker.once('message', resolve)
  worker.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(tooMuch) : reject(error),
  )
  worker.once('exit', () => resolve(tooMuch))
  try {
    return await promise
  } finally {
    clearInterval(watch)
    clearTimeout(limit)
    await worker.terminate()
  }
}
