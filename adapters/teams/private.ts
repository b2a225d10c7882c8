import { setTimeout as sleep } from 'node:timers/promises'
import type { Texts } from '../../src/lib/language.ts'
import type { Budget } from '../../src/ports/budget.ts'
import type { Log } from '../../src/ports/log.ts'
import { type Connector, type Request, toChat, toEdit, toPost } from './connector.ts'
import { disarm } from './disarm.ts'
import type { Near } from './inbound.ts'
import { scopesOf } from './limits.ts'
import type { Payload } from './outbound.ts'
import { baseOf, type Posted, type Spot } from './places.ts'
import type { Reply } from './reply.ts'
import { words } from './words/index.ts'

/** Whoever has waited for so long has used the command again. */
const PATIENCE_MS = 90_000
const LONGEST_WAIT_MS = 20_000

/** A message that one person sees alone; it may be shown elsewhere than where it was asked for. */
export interface Reader extends Near {
  name: string
  say: (texts: Texts) => string
}

/** `at`: where it is shown, or may be. `isElsewhere`: it was refused where they are. */
interface ShownAlone {
  reply: Reply
  at?: Shown
  isElsewhere: boolean
}

/**
 * Shows one person something alone: in group chats and channels as a targeted message, which nobody else sees; where Teams
 * refuses that, and where no conversation is named, in their personal chat with the app.
 */
export async function showAlone(
  { spot, user }: Near,
  payloadFor: PayloadFor,
  call: (request: Request, spot: Spot) => Promise<Reply>,
): Promise<ShownAlone> {
  const isNowhere = spot.conversation === ''
  if (!isNowhere) {
    const reply = await call(
      alone({ spot, user }, (body) => toPost(spot, body), payloadFor(spot)),
      spot,
    )
    if (!('error' in reply) || spot.kind === 'personal') return { reply, ...placed(spot, reply), isElsewhere: false }
  }
  // It is the same chat each time; somebody who does not have the app in private has none.
  const chat = await call(toChat(spot, user), spot)
  const id = 'ok' in chat ? chat.ok['id'] : undefined
  if (typeof id !== 'string' || /\s/.test(id)) return { reply: 'ok' in chat ? NO_CHAT : chat, isElsewhere: !isNowhere }
  const there: Spot = { ...spot, conversation: id, kind: 'personal' }
  const reply = await call(toPost(there, payloadFor(there)), there)
  return { reply, ...placed(there, reply), isElsewhere: !isNowhere }
}

const NO_CHAT: Reply = { error: { status: 404, code: '', message: 'Teams does not tell which their personal chat is' } }

const placed = (spot: Spot, reply: Reply): Pick<ShownAlone, 'at'> =>
  'ok' in reply || 'unknown' in reply ? { at: shownAt(spot, reply) } : {}

function alone({ spot, user }: Near, request: (body: object) => Request, payload: Payload): Request {
  if (spot.kind === 'personal') return request(payload)
  return { ...request({ ...payload, recipient: { id: user, isTargeted: true } }), targeted: true }
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

  async function showOne(reader: Reader, payloadFor: PayloadFor): Promise<ShownAlone> {
    return showAlone(reader, payloadFor, (request, spot) => send({ ...reader, spot }, request))
  }

  return {
    /**
     * Where it is shown now, if it is. `instead`: in place of that message of ours; `orElse`: what is shown where it is refused. Where it
     * had to go to their personal chat, a sentence says so.
     */
    async show(
      reader: Reader,
      payloadFor: PayloadFor,
      { instead, orElse }: { instead?: Shown | undefined; orElse?: Payload | undefined } = {},
    ): Promise<Shown | undefined> {
      if (instead && instead.id !== '') {
        const there = { ...reader, spot: instead }
        const request = alone(there, (body) => toEdit(instead, body), payloadFor(instead))
        const reply = await send(there, request)
        if (!('error' in reply)) return instead
      }
      const first = await showOne(reader, payloadFor)
      const { reply, at, isElsewhere } = first.at || !orElse ? first : await showOne(reader, () => orElse)
      if (isElsewhere) await sayThere(reader, at ? words.inPrivate : words.notPrivate)
      if (at) return at
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

function shownAt(spot: Spot, reply: Reply): Shown {
  const id = 'ok' in reply ? reply.ok['id'] : undefined
  return { ...spot, id: typeof id === 'string' ? id : '' }
}

export const shortOf = (reply: Reply): unknown => ('unknown' in reply ? reply.unknown.message : reply)
