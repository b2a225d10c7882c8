import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import type { Answer } from './children.ts'
import { readWork, type Work } from './read.ts'

/** What a reader may take in all, of which its heap is only a part: inflated bytes are not on it. */
const maxResident = 512 * 1024 * 1024
/** Of the processor, for one file: by the clock a busy machine would refuse innocent ones. */
const maxCpuMs = 10_000
const lookMs = 50

/*
 * A process that reads files for its parent, one after the other, and ends with it. A thread of it watches what the other one, which
 * a file may keep busy for ever, can watch no more: how much memory and time it takes, and whether its parent is there.
 */
if (isMainThread) {
  const watch = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) })
  watch.unref()
  process.on('disconnect', () => process.exit())
  process.on('message', async (work: Work) => {
    watch.postMessage('begins')
    tell(await readWork(work).catch((error: Error) => ({ failed: error.message })))
  })
  tell('ready')
} else {
  const parent = Number(process.argv[2])
  let spentBefore = cpuMs()
  parentPort!.on('message', () => {
    spentBefore = cpuMs()
  })
  setInterval(() => {
    const isTooMuch = process.memoryUsage.rss() > maxResident || cpuMs() - spentBefore > maxCpuMs
    if (isTooMuch || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, lookMs)
}

/** Of the whole process. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function tell(answer: Answer): void {
  process.send!(answer)
}
