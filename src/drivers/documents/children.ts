import { type ChildProcess, fork } from 'node:child_process'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFolder } from '../../lib/package-folder.ts'
import type { ReadOutcome, Work } from './read.ts'

export interface ReadersParts {
  /** A file that takes longer by the clock is given up, and its reader with it. How much of the processor it may take stands in `child.ts`. */
  timeoutMs?: number
  /** A reader with nothing to do is kept for so long. */
  idleMs?: number
}

const maxReaders = 2
/** What a reader has read in its life may have left something behind in it. */
const filesEach = 50
const maxHeapMb = 256

/** What a reader tells its parent. */
export type Answer = 'ready' | ReadOutcome | { failed: string }

interface Reader {
  child: ChildProcess
  files: number
  /** Begun, and never told that it was: then it is not the file that ended it. */
  isUp: boolean
  idle?: NodeJS.Timeout
}

interface Job {
  work: Work
  done(outcome: ReadOutcome): void
  failed(error: unknown): void
}

/** Reads files in processes of their own, which are killed where they take too long or too much memory. */
export interface Readers {
  /** `person`: whoever it is read for. While others wait, nobody has two turns in a row. Rejects with the signal's reason. */
  read(work: Work, person: string, signal?: AbortSignal): Promise<ReadOutcome>
  /** Files that are being read, and those that wait. */
  load(): { running: number; waiting: number }
  close(): void
}

/**
 * A worker thread would not do: what it allocates at a stroke aborts the whole process, whatever its limits
 * (https://github.com/nodejs/node/issues/47224). At most two at a time, begun when there is something to read.
 */
export function createReaders({ timeoutMs = 30_000, idleMs = 60_000 }: ReadersParts = {}): Readers {
  const idle: Reader[] = []
  const all = new Set<Reader>()
  /** Whoever stands first is next, with their first file. */
  const waiting = new Map<string, Job[]>()

  function begin(): Reader {
    const child = forkReader()
    const reader: Reader = { child, files: 0, isUp: false }
    all.add(reader)
    child.once('message', () => {
      reader.isUp = true
    })
    child.once('exit', () => end(reader))
    child.once('error', () => end(reader))
    return reader
  }

  function end(reader: Reader): void {
    clearTimeout(reader.idle)
    all.delete(reader)
    const at = idle.indexOf(reader)
    if (at >= 0) idle.splice(at, 1)
    reader.child.kill('SIGKILL')
  }

  function rest(reader: Reader): void {
    if (reader.files >= filesEach) return end(reader)
    // Whoever has nothing else to do need not stay for it.
    reader.child.unref()
    reader.child.channel?.unref()
    reader.idle = setTimeout(() => end(reader), idleMs).unref()
    idle.push(reader)
  }

  async function readWith(reader: Reader, work: Work): Promise<ReadOutcome> {
    const { child } = reader
    clearTimeout(reader.idle)
    child.ref()
    child.channel?.ref()
    reader.files++
    const { promise, resolve, reject } = Promise.withResolvers<ReadOutcome>()
    const answered = (message: Answer) => {
      if (message === 'ready') return
      if ('failed' in message) reject(new Error(`a reader of files could not be loaded: ${message.failed}`))
      else resolve(message)
    }
    const gone = () =>
      reader.isUp ? resolve({ fault: 'too_much' }) : reject(new Error('a reader of files did not begin'))
    const limit = setTimeout(() => {
      end(reader)
      resolve({ fault: 'too_much' })
    }, timeoutMs)
    child.on('message', answered)
    child.once('exit', gone)
    child.once('error', gone)
    // What cannot be sent, because the reader has just ended, is told by its end.
    child.send(work, (error) => error && gone())
    try {
      return await promise
    } finally {
      clearTimeout(limit)
      child.off('message', answered).off('exit', gone).off('error', gone)
      if (all.has(reader)) rest(reader)
    }
  }

  /** The first file of whoever has waited longest since their last one. */
  function takeNext(): Job | undefined {
    for (const [person, jobs] of waiting) {
      waiting.delete(person)
      const job = jobs.shift()
      if (jobs.length > 0) waiting.set(person, jobs)
      if (job) return job
    }
    return undefined
  }

  function work(): void {
    while (waiting.size > 0 && (idle.length > 0 || all.size < maxReaders)) {
      const job = takeNext()
      if (!job) return
      void readWith(idle.pop() ?? begin(), job.work)
        .then(job.done, job.failed)
        .finally(work)
    }
  }

  return {
    load: () => ({
      running: all.size - idle.length,
      waiting: [...waiting.values()].reduce((sum, jobs) => sum + jobs.length, 0),
    }),
    read(file, person, signal) {
      signal?.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<ReadOutcome>()
      const job: Job = { work: file, done: resolve, failed: reject }
      const giveUp = () => {
        const jobs = waiting.get(person)?.filter((one) => one !== job) ?? []
        if (jobs.length > 0) waiting.set(person, jobs)
        else waiting.delete(person)
        reject(signal!.reason)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      waiting.set(person, [...(waiting.get(person) ?? []), job])
      work()
      return promise.finally(() => signal?.removeEventListener('abort', giveUp))
    },
    close() {
      for (const reader of all) end(reader)
    },
  }
}

/**
 * It reads the code it runs and no other file, writes none, and knows nothing of this process's environment. The network is not
 * kept from it: Node has no such permission before version 25.
 */
function forkReader(): ChildProcess {
  const path = fileURLToPath(new URL(`./child.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url))
  const found = packages.map((name) => fileURLToPath(import.meta.resolve(name)))
  const mayRead = [...new Set([packageFolder, ...[packageFolder, ...found].map(holderOf)])]
  return fork(path, [String(process.pid)], {
    serialization: 'advanced',
    env: {},
    execArgv: [
      `--max-old-space-size=${maxHeapMb}`,
      '--permission',
      '--allow-worker',
      ...mayRead.map((folder) => `--allow-fs-read=${folder}`),
    ],
    // What the libraries have to say of a file is nobody's business, and may quote it.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

const packages = ['htmlparser2', 'unpdf', 'postal-mime']

/** The outermost `node_modules` that a file lies in: what a package needs lies there too, or is linked from there. */
function holderOf(path: string): string {
  const at = path.indexOf(`${sep}node_modules${sep}`)
  return at < 0 ? path : path.slice(0, at + `${sep}node_modules`.length)
}
