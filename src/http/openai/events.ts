import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

export interface EventStreamLimits {
  /** A reader that takes nothing for so long is cut off, in milliseconds. */
  stallMs: number
  /** After so long without an event a comment says that somebody is there, in milliseconds. */
  heartbeatMs?: number
}

const usualHeartbeatMs = 15_000

export interface EventStream {
  /** Sends what there is, as fast as it is taken, until it ends or nobody reads any more. What goes wrong is thrown. */
  send(frames: AsyncIterable<string>): Promise<void>
  /** The last event. */
  end(frame?: string): void
}

/** From here on the status is 200. */
export function openEventStream(reply: FastifyReply, limits: EventStreamLimits): EventStream {
  reply.hijack()
  const response: ServerResponse = reply.raw
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) response.setHeader(name, value)
  response.setHeader('content-type', 'text/event-stream; charset=utf-8')
  response.setHeader('cache-control', 'no-cache')
  // Proxies of the nginx family hold back what they may gather.
  response.setHeader('x-accel-buffering', 'no')
  response.writeHead(200)
  response.flushHeaders()
  const beat = () => {
    if (!response.writableNeedDrain && !response.writableEnded) response.write(': still there\n\n')
  }
  const heartbeat = setInterval(beat, limits.heartbeatMs ?? usualHeartbeatMs)
  response.once('close', () => clearInterval(heartbeat))

  async function write(frame: string): Promise<void> {
    heartbeat.refresh()
    if (response.write(frame)) return
    const cutOff = setTimeout(() => response.destroy(), limits.stallMs)
    // Ends also where it is closed before it is taken.
    await Promise.race([once(response, 'drain'), once(response, 'close')])
    clearTimeout(cutOff)
  }

  return {
    async send(frames) {
      for await (const frame of frames) {
        if (response.destroyed || response.writableEnded) return
        await write(frame)
      }
    },
    end(frame) {
      clearInterval(heartbeat)
      if (!response.destroyed && !response.writableEnded) response.end(frame)
    },
  }
}
