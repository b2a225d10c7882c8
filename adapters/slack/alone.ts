import type { MessageRef, Part, Place } from '../../src/model/message.ts'
import type { Outcome } from '../../src/ports/channel.ts'
import type { Scopes } from './limits.ts'
import { type Payload, renderPart } from './outbound.ts'
import { errorOf, outcomeOf } from './outcome.ts'
import { messageRef, type Posted, readPlace, type Spot } from './places.ts'
import type { Reply, Web } from './web.ts'

/** An answer that one person sees: what is replaced at the address it goes to, and messages that stay as they are posted. */
export interface Alone {
  post(place: Place, part: Part, key: string, signal: AbortSignal): Promise<Outcome<MessageRef>>
  edit(posted: Posted, part: Part, signal: AbortSignal): Promise<Outcome<void>>
}

/** The addresses remembered; the oldest go first. */
const KEPT = 1000
/** Of an ephemeral message, which cannot be changed. */
const EPHEMERAL = 'ephemeral-'

/**
 * Answers to commands and shortcuts. Slack takes five of them at such an address within half an hour: the first part goes there
 * and is replaced there, the others are ephemeral messages. None of it can be read back, so a first part of unknown outcome is
 * sent as a replacement, and an end that the address does not take any more as an ephemeral message.
 */
export function createAlone(parts: {
  web: Web
  scopesOf: (team: string) => Scopes
  /** An address elsewhere is none of Slack's. */
  hosts: readonly string[]
}): Alone {
  const { web, scopesOf, hosts } = parts
  /** The key of the part that is shown at an address. */
  const shownAt = new Map<string, string>()
  const readers = new Map<string, Spot>()

  function remember(url: string, key: string, spot: Spot): void {
    shownAt.set(url, key)
    readers.set(url, spot)
    for (const [oldest] of shownAt) {
      if (shownAt.size <= KEPT) break
      shownAt.delete(oldest)
      readers.delete(oldest)
    }
  }

  function respond(url: string, payload: Payload, replace: boolean, signal: AbortSignal): Promise<Reply> {
    const isSlacks = URL.canParse(url) && hosts.includes(new URL(url).origin)
    if (!isSlacks) return Promise.resolve({ error: 'expired_url', details: ['not an address of Slack'] })
    return web.send(new URL(url), { ...payload, response_type: 'ephemeral', replace_original: replace }, signal)
  }

  async function whisper({ team, channel, recipient }: Spot, payload: Payload, signal: AbortSignal) {
    const args = { channel, user: recipient?.user, ...payload }
    const reply = await web.call('chat.postEphemeral', args, signal)
    const refOf = ({ message_ts }: Record<string, unknown>) =>
      messageRef({ team, channel, ts: `${EPHEMERAL}${String(message_ts)}` })
    return outcomeOf(reply, scopesOf(team).ephemeral, refOf)
  }

  return {
    async post(place, part, key, signal) {
      const spot = readPlace(place)
      const url = spot.responseUrl!
      const payload = renderPart(part, true)
      const known = shownAt.get(url)
      if (known !== undefined && known !== key) return whisper(spot, payload, signal)
      remember(url, key, spot)
      const reply = await respond(url, payload, known === key, signal)
      if (/^(?:expired|used)_url$/.test(errorOf(reply) ?? '')) return whisper(spot, payload, signal)
      const { team, channel } = spot
      return outcomeOf(reply, scopesOf(team).ephemeral, () => messageRef({ team, channel, ts: url }))
    },

    async edit({ team, ts }, part, signal) {
      if (ts.startsWith(EPHEMERAL)) return { refused: { code: 'unsupported', detail: 'an ephemeral message stays' } }
      const payload = renderPart(part, true)
      const reply = await respond(ts, payload, true, signal)
      const reader = readers.get(ts)
      if (reader && /^(?:expired|used)_url$/.test(errorOf(reply) ?? '')) {
        const outcome = await whisper(reader, payload, signal)
        return 'ok' in outcome ? { ok: undefined } : outcome
      }
      return outcomeOf(reply, scopesOf(team).ephemeral, () => {})
    },
  }
}

export const isAlone = ({ ts }: Posted): boolean => ts.startsWith(EPHEMERAL) || ts.includes('://')
