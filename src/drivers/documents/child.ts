import { isMainThread, Worker } from 'node:worker_threads'
import type { Answer } from './children.ts'
import { readWork, type Work } from './read.ts'

/** What a reader may take in all, of which its heap is only a part: inflated bytes are not on it. */
const maxResident = 512 * 1024 * 1024
const lookMs = 50

/*
 * A process that reads files for its parent, one after the other, and ends with it. A thread of it watches what the other one, which
 * a file may keep busy for ever, can watch no more: how much memory it takes, and whether its parent is there.
 */
if (isMainThread) {
  new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) }).unref()
  process.on('disconnect', () => process.exit())
  process.on('message', async (work: Work) => {
    tell(await readWork(work).catch((error: Error) => ({ failed: error.message })))
  })
  tell('ready')
} else {
  const parent = Number(process.argv[2])
  setInterval(() => {
    if (process.ppid !== parent || process.memoryUsage.rss() > maxResident) process.kill(process.pid, 'SIGKILL')
  }, lookMs)
}

function tell(answer: Answer): void {
  process.send!(answer)
}
