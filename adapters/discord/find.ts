import type { MessageRef, Place } from '../../src/model/message.ts'
import type { Channel, Outcome } from '../../src/ports/channel.ts'
import { type Echoes, nonceOf } from './echoes.ts'
import { type Interactions, original } from './interactions.ts'
import type { Scopes } from './limits.ts'
import { isLapsed, outcomeOf } from './outcome.ts'
import { LOADING, type Message } from './payloads.ts'
import { channelOf, endsWith, idAt, messageRef, readPlace, type Spot } from './places.ts'
import type { Call, Web } from './request.ts'
import type { Self } from './text.ts'
import { isAlive } from './through.ts'

/** Our clock and Discord's may differ by so much. */
const SKEW_MS = 5000
const PAGE = 100
/** Messages, replies and answers to commands; others are Discord's own words, as that a thread was started. */
const SAID = new Set([undefined, 0, 19, 20, 23])
/**
 * Documented: a nonce is heeded for "the past few minutes". So long a post that is sent again is the same post, and there is no
 * need to guess.
 */
const NONCE_MS = 120_000

/**
 * Looks for the message that a key was posted with. Discord tells a message's nonce only when it delivers it; where that was
 * not heard, and the nonce is heeded no more, the first of ours since then that is nobody's is taken for it.
 */
export function createFind(parts: {
  web: Web
  self: () => Self
  echoes: Echoes
  interactions: Pick<Interactions, 'filled'>
  scopes: () => Scopes
  now: () => number
}): NonNullable<Channel['find']> {
  const { web, self, echoes, interactions, scopes, now } = parts

  async function inChannel(spot: Spot, key: string, hints: Parameters<NonNullable<Channel['find']>>[2], call: Call) {
    const channel = channelOf(spot)
    const after = idAt(hints.since - SKEW_MS)
    const reply = await call({ method: 'GET', path: `channels/${channel}/messages?after=${after}&limit=${PAGE}` })
    if (!('ok' in reply)) return outcomeOf(reply, scopes().reads(channel), scopes().everything, () => undefined)
    const found = echoes.refOf(nonceOf(key))
    if (found) return { ok: found }
    if (!spot.through && now() - hints.since < NONCE_MS) return { ok: undefined }
    const ours = (reply.ok as Message[]).filter(({ author, type }) => author?.id === self().id && SAID.has(type))
    const oldestFirst = ours.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    for (const { id, webhook_id } of oldestFirst) {
      const ref = messageRef({ installation: spot.installation, channel, message: id })
      const isOther = echoes.nonceOf(ref) !== undefined || (spot.through && !webhook_id)
      if (!isOther && !(await hints.owned(ref))) return { ok: ref }
    }
    return { ok: undefined }
  }

  /** The message that is the answer to an interaction, once it is more than "is thinking…". */
  async function answering(spot: Spot, owned: (ref: MessageRef) => Promise<boolean>, call: Call) {
    const through = spot.through!
    const reply = await call({ method: 'GET', path: original(through, self().application), open: true })
    if (isLapsed(reply)) return { ok: undefined }
    if (!('ok' in reply))
      return outcomeOf(reply, scopes().reads(through.interaction), scopes().everything, () => undefined)
    const { id, flags = 0 } = reply.ok as Message
    if (flags & LOADING) return { ok: undefined }
    interactions.filled(through, id)
    const { installation } = spot
    const secret = endsWith(through) ? { through } : {}
    const ref = messageRef({ installation, channel: channelOf(spot), message: id, ...secret })
    return { ok: (await owned(ref)) ? undefined : ref }
  }

  return async (place: Place, key, hints, signal): Promise<Outcome<MessageRef | undefined>> => {
    const heard = echoes.refOf(nonceOf(key))
    if (heard) return { ok: heard }
    const spot = readPlace(place)
    const call = web.begin(signal)
    if (spot.through?.deferred && isAlive(spot.through.interaction, now())) {
      const found = await answering(spot, hints.owned, call)
      if (!('ok' in found) || found.ok) return found
    }
    // What only one person sees is in nobody's history, and where the app is not it may not read.
    if (spot.through && endsWith(spot.through)) return { ok: undefined }
    const found = await inChannel(spot, key, hints, call)
    const { installation, channel, startsThread } = spot
    // Where no thread could be started the answer is a reply.
    return startsThread && 'refused' in found ? inChannel({ installation, channel }, key, hints, call) : found
  }
}
