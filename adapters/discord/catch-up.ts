import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../src/ports/log.ts'
import { type Channel, type Guild, isThread, type Message } from './payloads.ts'
import { idAt, timeOf } from './places.ts'
import { sayOf } from './reply.ts'
import type { Web } from './request.ts'
import { isId } from './sound.ts'

/** Nobody expects an answer to what is older; the inbox would not answer it either. */
const LONGEST_MS = 15 * 60_000
/** Our clock and Discord's, and what was being taken in when the connection was lost; what comes twice is known by its id. */
const MARGIN_MS = 30_000
const PAGE = 100
/** Of one channel, and of one absence. */
const PAGES = 20
const CHANNELS = 500
/** Before a channel is read again, while Discord is in trouble. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000]

/**
 * Reads what was said while no session could be gone on with, out of the channels that have a newer message. The rest is a
 * matter of the inbox, which knows what it has.
 */
export function createCatchUp(parts: {
  web: Web
  /** Direct conversations; Discord does not list them. */
  directs: () => readonly string[]
  take: (message: Message) => Promise<void> | undefined
  now: () => number
  log: Log
  signal: AbortSignal
}) {
  const { web, directs, take, now, log, signal } = parts
  const waiting: { channel: string; guild?: string; after: string }[] = []
  let left = 0
  let working: Promise<void> | undefined
  let since: number | undefined

  /** Servers may come long after the session began, when Discord had trouble with them. */
  const begins = (): number | undefined => since && Math.max(since, now() - LONGEST_MS)

  function add(channel: string, guild?: string): void {
    const from = begins()
    if (from === undefined || left <= 0) return
    left--
    waiting.push({ channel, after: idAt(from), ...(guild && { guild }) })
    working ??= work().finally(() => (working = undefined))
  }

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (signal.aborted) return
      await read(next).catch((err) => {
        if (!signal.aborted) log.warn({ err }, 'what was said in the meantime could not be read')
      })
    }
  }

  async function read({ channel, guild, after }: (typeof waiting)[number]): Promise<void> {
    let newest = after
    let failures = 0
    for (let page = 0; page < PAGES; ) {
      const path = `channels/${channel}/messages?after=${newest}&limit=${PAGE}`
      const reply = await web.call({ method: 'GET', path }, signal)
      if ('retryAt' in reply) {
        await sleep(Math.max(0, reply.retryAt - now()), undefined, { signal })
        continue
      }
      if ('unknown' in reply && failures < PAUSES_MS.length) {
        await sleep(PAUSES_MS[failures++], undefined, { signal })
        continue
      }
      if ('unknown' in reply)
        return log.warn({ reply: sayOf(reply) }, 'what was said in the meantime could not be read')
      if (!('ok' in reply)) return log.debug({ reply: sayOf(reply) }, 'a channel could not be read')
      const messages = (reply.ok as Message[]).sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
      for (const message of messages) await take(guild ? { ...message, guild_id: guild } : message)
      if (messages.length < PAGE) return
      newest = messages.at(-1)!.id
      page++
    }
  }

  return {
    /** A new session began where another one was; `heardAt`: in milliseconds since the epoch, when Discord was last heard. */
    begin(heardAt: number | undefined): void {
      if (heardAt === undefined) return
      since = heardAt - MARGIN_MS
      left = CHANNELS
      for (const channel of directs()) add(channel)
    },
    guild({ id, channels = [], threads = [] }: Guild): void {
      const from = begins()
      if (from === undefined) return
      const isNewer = ({ last_message_id: last }: Channel): boolean => isId(last) && timeOf(last) > from
      for (const channel of [...channels, ...threads.filter(isThread)]) if (isNewer(channel)) add(channel.id, id)
    },
    /** Resolves when all that waits to be read is; undefined when nothing does. */
    reading: (): Promise<void> | undefined => working,
  }
}
