import { setTimeout as sleep } from 'node:timers/promises'
import type { Texts } from '../../src/model/command.ts'
import type { Budget } from '../../src/ports/budget.ts'
import { type Call, type Connector, type Request, toChat, toEdit, toPost } from './connector.ts'
import { disarm } from './disarm.ts'
import type { Near } from './inbound.ts'
import { scopesOf } from './limits.ts'
import type { Log } from './log.ts'
import type { Payload } from './outbound.ts'
import { baseOf, type Posted, type Spot } from './places.ts'
import type { Reply } from './reply.ts'
import * as words from './words.ts'

/** Whoever has waited for so long has used the command again. */
const PATIENCE_MS = 90_000
const LONGEST_WAIT_MS = 20_000

/** A message that one person sees alone; it may be shown elsewhere than where it was asked for. */
export interface Reader extends Near {
  name: string
  say: (texts: Texts) => string
}

/** What one person is shown alone: where they are, else in their personal chat. Best effort: what cannot be shown is logged. */
export function createPrivate(parts: {
  connector: Connector
  budget: Pick<Budget, 'tryTake'>
  log: Log
  now: () => number
}) {
  const { connector, budget, log, now } = parts

  /** Waits for its turn; nothing that may have been done is repeated. */
  async function send({ spot }: Near, request: Request): Promise<Reply> {
    const began = performance.now()
    for (;;) {
      const turn = await budget.tryTake(scopesOf(spot).calls, 'urgent')
      const reply: Reply = turn === 'ok' ? await connector.begin()(request) : { retryAt: turn.retryAt }
      if (!('retryAt' in reply) || performance.now() - began > PATIENCE_MS) return reply
      await sleep(Math.min(Math.max(0, reply.retryAt - now()), LONGEST_WAIT_MS))
    }
  }

  function alone({ spot, user }: Near, request: (body: object) => Request, payload: Payload): Request {
    if (spot.kind === 'personal') return request(payload)
    return { ...request({ ...payload, recipient: { id: user, isTargeted: true } }), targeted: true }
  }

  /** Their personal chat, if they have one with the app. */
  async function chatOf({ spot, user, ...reader }: Reader): Promise<Reader | undefined> {
    const call: Call = connector.begin()
    const chat = await call(toChat(spot, user))
    const id = 'ok' in chat ? chat.ok['id'] : undefined
    if (typeof id !== 'string' || /\s/.test(id)) return undefined
    return { ...reader, user, spot: { ...spot, conversation: id, kind: 'personal' } }
  }

  /** Said to everybody there, and heard by the one it is for. */
  async function sayThere(reader: Reader, texts: (person: string) => Texts): Promise<void> {
    const name = disarm(reader.name.replace(/[<>[\]*_`\\]/g, ' ').trim() || '–')
    const span = `<at>${name}</at>`
    const payload = {
      type: 'message',
      text: reader.say(texts(span)),
      textFormat: 'markdown',
      entities: [{ type: 'mention', mentioned: { id: reader.user, name }, text: span }],
    }
    const reply = await send(reader, toPost(reader.spot, payload))
    if (!('ok' in reply)) log.warn({ reply: shortOf(reply) }, 'nobody could be told where an answer is')
  }

  async function elsewhere(reader: Reader, payloadFor: PayloadFor): Promise<Shown | undefined> {
    const chat = await chatOf(reader)
    const reply = chat && (await send(chat, toPost(chat.spot, payloadFor(chat.spot))))
    const isThere = reply !== undefined && ('ok' in reply || 'unknown' in reply)
    await sayThere(reader, isThere ? words.inPrivate : words.notPrivate)
    return isThere ? shownAt(chat!, reply) : undefined
  }

  return {
    /**
     * Where it is shown now, if it is. `instead`: in place of that message of ours. In group chats and channels it is a targeted
     * message, which nobody else sees; where Teams refuses that, it goes to their personal chat.
     */
    async show(reader: Reader, payloadFor: PayloadFor, instead?: Shown): Promise<Shown | undefined> {
      if (instead && instead.id !== '') {
        const there = { ...reader, spot: instead }
        const request = alone(there, (body) => toEdit(instead, body), payloadFor(instead))
        const reply = await send(there, request)
        if (!('error' in reply)) return instead
      }
      const reply = await send(
        reader,
        alone(reader, (body) => toPost(reader.spot, body), payloadFor(reader.spot)),
      )
      if (!('error' in reply)) return shownAt(reader, reply)
      if (reader.spot.kind !== 'personal') return elsewhere(reader, payloadFor)
      log.warn({ reply: shortOf(reply) }, 'the answer to a command could not be shown')
      return undefined
    },
  }
}

export type Shown = Posted
export type PayloadFor = (spot: Spot) => Payload

/** Whether a view shown there is about another conversation. */
export const originFor = (spot: Spot, home: string): string | undefined =>
  baseOf(spot.conversation) === home ? undefined : home

function shownAt({ spot }: Near, reply: Reply): Shown {
  const id = 'ok' in reply ? reply.ok['id'] : undefined
  return { ...spot, id: typeof id === 'string' ? id : '' }
}

const shortOf = (reply: Reply): unknown => ('unknown' in reply ? reply.unknown.message : reply)
