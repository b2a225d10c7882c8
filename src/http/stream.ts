import type { ServerResponse } from 'node:http'

/** At most one line of text so far in this time, in milliseconds. */
const lineGapMs = 100
/** Proxies take a connection for dead on which nothing comes: nginx after 60 s, some balancers after 30. In milliseconds. */
const usualHeartbeatMs = 15_000

export interface AnswerStream {
  /** The text so far. Never waits: a line that has not been written gives way to a newer one. */
  progress(text: string, searching: boolean, id?: number): void
  /** The last message. `id`, here and above: of the event, where whoever loses the stream may go on from it. */
  end(message: unknown, id?: number): void
}

interface SoFar {
  text: string
  searching: boolean
  id: number | undefined
}

export interface StreamParts {
  response: ServerResponse
  /** Server-Sent Events instead of NDJSON. */
  sse: boolean
  /** A reader that takes nothing for so long is cut off, in milliseconds. */
  stallMs: number
  /** After so long without a line the last one is repeated, in milliseconds. */
  heartbeatMs?: number | undefined
}

/**
 * The lines of one streamed answer: the first at once, later ones spaced, none before the last has been taken. While there is nothing new
 * the last is repeated now and then; where that would be an event, a comment takes its place.
 */
export function createAnswerStream({
  response,
  sse,
  stallMs,
  heartbeatMs = usualHeartbeatMs,
}: StreamParts): AnswerStream {
  const frame = (told: unknown, id?: number) => {
    const json = JSON.stringify(told)
    if (!sse) return `${json}\n`
    return id === undefined ? `data: ${json}\n\n` : `id: ${id}\ndata: ${json}\n\n`
  }
  let pending: SoFar | undefined
  let written: SoFar | undefined
  let lastLine = ''
  let cooling = false
  let full = false
  let cutOff: NodeJS.Timeout | undefined
  let gap: NodeJS.Timeout | undefined
  const heartbeat = setInterval(() => {
    if (!full && !response.destroyed && lastLine !== '') write(sse ? ': still there\n\n' : lastLine)
  }, heartbeatMs)

  response.setHeader('content-type', `${sse ? 'text/event-stream' : 'application/x-ndjson'}; charset=utf-8`)
  response.setHeader('cache-control', 'no-cache')
  // Proxies of the nginx family hold back what they may gather.
  response.setHeader('x-accel-buffering', 'no')
  response.writeHead(200)
  response.once('close', () => {
    clearTimeout(cutOff)
    clearTimeout(gap)
    clearInterval(heartbeat)
  })

  function expectReader(): void {
    cutOff ??= setTimeout(() => response.destroy(), stallMs)
  }

  function write(line: string): void {
    heartbeat.refresh()
    if (response.write(line)) return
    full = true
    expectReader()
    response.once('drain', () => {
      clearTimeout(cutOff)
      cutOff = undefined
      full = false
      flush()
    })
  }

  function flush(): void {
    if (!pending || cooling || full || response.destroyed) return
    const { text, searching, id } = pending
    pending = undefined
    // A text that does not continue the one before could not be taken back; the final message has the last word.
    if (written && !text.startsWith(written.text)) return
    if (written && text.length === written.text.length && searching === written.searching) return
    written = { text, searching, id }
    cooling = true
    gap = setTimeout(() => {
      cooling = false
      flush()
    }, lineGapMs)
    lastLine = frame({ bestResponse: { utterance: text, is_searching: searching } }, id)
    write(lastLine)
  }

  return {
    progress(text, searching, id) {
      pending = { text, searching, id }
      flush()
    },
    end(message, id) {
      clearTimeout(gap)
      clearInterval(heartbeat)
      pending = undefined
      cooling = true
      if (response.destroyed) return
      expectReader()
      response.end(frame(message, id))
    },
  }
}
