import type { Log } from '../../src/ports/log.ts'
import { codeOf } from './outcome.ts'
import type { Spot } from './places.ts'
import { type Reply, sayOf } from './reply.ts'
import type { Call } from './request.ts'

/** There is a thread already that starts from the message. */
const STARTED = 160004
const NAME = 100
/** Minutes without a message after which Discord puts a thread away. */
const ARCHIVE_AFTER = 1440
const KEPT = 10_000

type TitleOf = (spot: Spot, call: Call) => Promise<string | undefined>

/** Threads that answers are given in, started when the first message of an answer is. */
export function createThreads({ log }: { log: Log }) {
  const begun = new Set<string>()

  return {
    /** A thread has the id of the message it starts from, so a second attempt finds the first. */
    async begin(spot: Spot, titleOf: TitleOf, call: Call): Promise<Reply> {
      const { channel } = spot
      const message = spot.thread!
      if (begun.has(message)) return { ok: {} }
      const body = { name: nameOf(await titleOf(spot, call)), auto_archive_duration: ARCHIVE_AFTER }
      const reply = await call({ method: 'POST', path: `channels/${channel}/messages/${message}/threads`, body })
      if ('ok' in reply || codeOf(reply) === STARTED) {
        begun.add(message)
        if (begun.size > KEPT) begun.delete(begun.values().next().value!)
        return { ok: {} }
      }
      if ('error' in reply) log.warn({ reply: sayOf(reply) }, 'a thread could not be started: the answer is a reply')
      return reply
    },
  }
}

function nameOf(title = ''): string {
  const line = title.replaceAll(/\s+/g, ' ').trim()
  if (line === '') return 'Conversation'
  const head = line.slice(0, NAME)
  return head.isWellFormed() ? head : head.slice(0, -1)
}
