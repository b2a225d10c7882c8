import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapSpaceStatistics } from 'node:v8'

/** What a measured process has used. */
export interface Usage {
  /** User and system, since it began, in milliseconds. */
  cpuMs: number
  /** The same of the main thread alone. */
  mainCpuMs: number
  rssBytes: number
  /** Data on the heap, without compiled code, which comes and goes. After a collection, where `--expose-gc` was given. */
  heapBytes: number
  /** Sockets, timers, files and whatever else keeps it alive. */
  handles: number
  /** Since the last time it was asked, in milliseconds. */
  loopDelayP99Ms: number
}

export type FromChild = { url: string } | { usage: Usage }

const resolutionMs = 10

/** Called in a measured process once it serves at `url`: says so, and tells what it uses whenever it is asked. */
export function serveProbe(url: string): void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  const tell = (message: FromChild) => process.send!(message)
  process.on('message', () => {
    globalThis.gc?.()
    const msOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
    const cpuMs = msOf(process.cpuUsage())
    const mainCpuMs = msOf(process.threadCpuUsage())
    const { rss } = process.memoryUsage()
    // The histogram holds the time from one tick of its timer to the next, which is never less than its resolution.
    const loopDelayP99Ms = Math.max(0, delay.percentile(99) / 1e6 - resolutionMs)
    delay.reset()
    const handles = process.getActiveResourcesInfo().length
    tell({ usage: { cpuMs, mainCpuMs, rssBytes: rss, heapBytes: dataOnHeap(), handles, loopDelayP99Ms } })
  })
  // Whoever measures is done, or has died.
  process.on('disconnect', () => process.exit())
  tell({ url })
}

function dataOnHeap(): number {
  const spaces = getHeapSpaceStatistics().filter(({ space_name }) => !/code|trusted/.test(space_name))
  return spaces.reduce((sum, { space_used_size }) => sum + space_used_size, 0)
}
