const minuteMs = 60_000

/** As documented for each method and workspace; of what is "20+", "50+", "100+" or "several hundred" nothing more is given. */
const perMinute = {
  'chat.startStream': 20,
  'chat.stopStream': 20,
  'chat.appendStream': 100,
  'chat.update': 50,
  'chat.postMessage': 300,
}
export type Method = keyof typeof perMinute
export const methods = Object.keys(perMinute) as Method[]
/** "One message per second per channel", short bursts tolerated. */
const inChannel = { limit: 10, windowMs: 10_000 }

export type StrictSlack = ReturnType<typeof createStrictSlack>

/**
 * Slack's side of the simulation: counts what arrives, and takes no more than is documented in any window, wherever that begins
 * (https://docs.slack.dev/apis/web-api/rate-limits).
 */
export function createStrictSlack() {
  const windows = new Map<number, Window>()
  const calls = countsOf()
  const refused = countsOf()

  function windowOf(key: number, limit: number): Window {
    const found = windows.get(key) ?? { times: new Float64Array(limit).fill(-Infinity), taken: 0 }
    windows.set(key, found)
    return found
  }

  return {
    calls,
    refused,
    /** How many milliseconds to wait before it is tried again; 0 when the call was taken. */
    call(method: Method, { workspace, channel }: { workspace: number; channel: number }, time: number): number {
      calls[method]++
      const needed = [
        {
          window: windowOf(-(workspace * methods.length + methods.indexOf(method)) - 1, perMinute[method]),
          ms: minuteMs,
        },
      ]
      if (method === 'chat.postMessage') {
        needed.push({ window: windowOf(workspace * 100_000 + channel, inChannel.limit), ms: inChannel.windowMs })
      }
      const wait = Math.max(...needed.map(({ window, ms }) => oldestOf(window) + ms - time))
      if (wait <= 0) {
        for (const { window } of needed) window.times[window.taken++ % window.times.length] = time
        return 0
      }
      refused[method]++
      // Retry-After is in whole seconds.
      return Math.ceil(wait / 1000) * 1000
    },
  }
}

/** The last calls that were taken, as many as are allowed. */
interface Window {
  times: Float64Array
  taken: number
}

/** When the call was taken that the next one would be one too many beside. */
const oldestOf = ({ times, taken }: Window): number => times[taken % times.length]!

const countsOf = () => Object.fromEntries(methods.map((method) => [method, 0])) as Record<Method, number>

export const sumOf = (counts: Record<Method, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
