import type { Log } from '../../src/ports/log.ts'
import { LOADING, type Message } from './payloads.ts'
import type { Through } from './places.ts'
import { type Reply, sayOf } from './reply.ts'
import type { Call, Request, Web } from './request.ts'
import { isAlive } from './through.ts'

/** Acknowledged by us, though we never heard that it was. */
const ALREADY = 40060
const KEPT = 10_000

export type Token = Pick<Through, 'interaction' | 'token'>

/** The interactions that can still be answered: whether they were acknowledged, and what waits to be replaced by an answer. */
export interface Interactions {
  /** From now on whoever wants to answer waits for the acknowledgement. */
  expect(interaction: string): void
  /** Whether this process acknowledges it, or has answered through it. */
  isKnown(interaction: string): boolean
  /** Acknowledges. `already`: it had been, with this or something else. False when it was too late, or cannot be done. */
  respond(
    interaction: { id: string; token: string },
    body: object,
    files?: Request['files'],
  ): Promise<boolean | 'already'>
  /** Whether "is thinking…" waits for the first message of the answer. A reply, when that cannot be known. */
  waits(through: Through, call: Call): Promise<boolean | Reply>
  /** The message that the answer begins with replaced it. */
  filled(through: Through, message: string): void
  /** The token by which a message can be changed. */
  tokenOf(message: string): Token | undefined
}

interface Expected {
  acknowledged: Promise<boolean>
  settle(done: boolean): void
  /** Discord had it acknowledged before: nobody here knows what became of it since. */
  isOld: boolean
  /** "is thinking…" was replaced. */
  filled: boolean
}

export const original = ({ token }: Pick<Through, 'token'>, application: string): string =>
  `webhooks/${application}/${token}/messages/%40original`

export function createInteractions(parts: {
  web: Web
  application: () => string
  log: Log
  now: () => number
}): Interactions {
  const { web, application, log, now } = parts
  const known = new Map<string, Expected>()
  const tokens = new Map<string, Token>()

  function forgetOld(): void {
    for (const id of known.keys()) {
      if (known.size <= KEPT && isAlive(id, now())) break
      known.delete(id)
    }
    for (const [message, { interaction }] of tokens) {
      if (tokens.size <= KEPT && isAlive(interaction, now())) break
      tokens.delete(message)
    }
  }

  return {
    expect(interaction) {
      forgetOld()
      const { promise, resolve } = Promise.withResolvers<boolean>()
      known.set(interaction, { acknowledged: promise, settle: resolve, isOld: false, filled: false })
    },

    isKnown: (interaction) => known.has(interaction),

    async respond({ id, token }, body, files) {
      const path = `interactions/${id}/${token}/callback`
      const request: Request = { method: 'POST', path, body, ...(files?.length && { files }), open: true }
      const call = web.begin()
      let reply = await call(request)
      // Done twice it is refused with a word of its own, so it can be tried again.
      if ('unknown' in reply) reply = await call(request)
      const already = 'error' in reply && reply.error.code === ALREADY
      const done = 'ok' in reply || already
      if (!done) log.warn({ reply: sayOf(reply) }, 'an interaction could not be acknowledged')
      const here = known.get(id)
      if (here && already) here.isOld = true
      here?.settle(done)
      return already ? 'already' : done
    },

    async waits(through, call) {
      const here = known.get(through.interaction)
      if (here && !(await here.acknowledged)) return lapsed
      if (!through.deferred || here?.filled) return false
      if (here && !here.isOld) return true
      // It was acknowledged before, perhaps by another process, and may be answered by now.
      const reply = await call({ method: 'GET', path: original(through, application()), open: true })
      return 'ok' in reply ? (((reply.ok as Message).flags ?? 0) & LOADING) !== 0 : reply
    },

    filled({ interaction, token }, message) {
      const here = known.get(interaction)
      if (here) here.filled = true
      else known.set(interaction, { acknowledged: Promise.resolve(true), settle() {}, isOld: true, filled: true })
      forgetOld()
      tokens.set(message, { interaction, token })
    },

    tokenOf(message) {
      const found = tokens.get(message)
      return found && isAlive(found.interaction, now()) ? found : undefined
    },
  }
}

const lapsed: Reply = { error: { status: 404, code: 10062, message: 'Unknown interaction' } }
