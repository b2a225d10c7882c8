import type { ReadMessage } from '../../src/model/message.ts'
import type { Budget } from '../../src/ports/budget.ts'
import type { Outcome } from '../../src/ports/outcome.ts'
import type { History, LinkedMessage, Reading, Stretch } from '../../src/ports/reading.ts'
import { createAudience } from './audience.ts'
import type { Channels } from './channels.ts'
import type { Scopes } from './limits.ts'
import { outcomeOf } from './outcome.ts'
import type { Channel, Message } from './payloads.ts'
import { channelPlace, idAt, messageRef, readMessageRef, readPlace, threadPlace } from './places.ts'
import { readShown } from './read-message.ts'
import type { Call, Web } from './request.ts'
import type { Self } from './text.ts'

/** Documented: the most that one call brings. */
const PAGE = 100
/** Messages above a reply. Each call brings two: a message, and the one that it replies to. */
const MOST = 10
/** Said by people and programs, as replies and as answers to commands too. */
const SAID = new Set([undefined, 0, 19, 20, 23])
const THREAD_STARTER = 21

export interface ReadingParts {
  web: Web
  self: () => Self
  scopes: () => Scopes
  budget: Pick<Budget, 'learn' | 'tryTake'>
  channels: Pick<Channels, 'titleOf' | 'isForum' | 'heard' | 'parentOf'>
  /** Whether the app is told the words of messages that are not for it. */
  readsMessages: () => boolean
}

type Refused = Extract<Outcome<never>, { refused: unknown }>

const forbidden = (detail: string): Refused => ({ refused: { code: 'forbidden', detail } })

/** What was said on Discord, asked for in as few calls as bring it. Pages are told newest first, so that the end of a talk is one call. */
export function createReading(parts: ReadingParts): Reading {
  const { web, self, scopes, budget, channels } = parts

  /** Counted with all reads of that channel; where they are spent nobody is asked. */
  async function read<T>(call: Call, channel: string, path: string): Promise<Outcome<T>> {
    const scope = scopes().reads(channel)
    const taken = await budget.tryTake([scope], 'urgent')
    if (taken !== 'ok') return { limited: { retryAt: taken.retryAt, scope } }
    const reply = await call({ method: 'GET', path })
    if (reply.left) budget.learn(scope, reply.left)
    return outcomeOf(reply, scope, scopes().everything, (answer) => answer as T)
  }

  async function history(of: Stretch, signal: AbortSignal): Promise<Outcome<History>> {
    const { installation, channel: parent, thread } = readPlace(of.talk)
    const channel = thread ?? parent
    const call = web.begin(signal)
    let calls = 0
    const bound = oldest(of)
    const isSaid = ({ type, id }: Message) => SAID.has(type) && BigInt(id) >= bound
    const page = await pageBefore(of.before === undefined ? undefined : idOf(of.before))
    if (!('ok' in page)) return page
    const found = page.ok
    const isAll = await readOn(found)
    const hidden = await hiddenIn(found)
    if (hidden) return hidden
    // The question may itself be what the thread began with.
    const isOwnRoot = of.before !== undefined && idOf(of.before) === thread
    const messages = found.filter(isSaid).map((one) => readShown(one, { installation, channel }, self()))
    const allFrom = isAll ? undefined : messages[0]?.eventId
    const began = of.root && thread !== undefined && !isOwnRoot ? await rootIn() : undefined
    if (began && !messages.some(({ eventId }) => eventId === began.eventId)) messages.unshift(began)
    const title = thread === undefined ? undefined : await titled(thread)
    const begins = allFrom !== undefined && { allFrom }
    return { ok: { messages, isWhole: true, ...begins, ...(title !== undefined && { title }), calls } }

    /** Oldest first. */
    async function pageBefore(id: string | undefined): Promise<Outcome<Message[]>> {
      calls++
      const before = id === undefined ? '' : `&before=${id}`
      const told = await read<Message[]>(call, channel, `channels/${channel}/messages?limit=${PAGE}${before}`)
      return 'ok' in told ? { ok: told.ok.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)) } : told
    }

    /** Puts what is older before a page, until there is as much as is wanted; whether that is all of the stretch. */
    async function readOn(found: Message[]): Promise<boolean> {
      let page = found
      while (!reaches(page) && calls < of.calls && found.filter(isSaid).length < of.limit) {
        const older = await pageBefore(found[0]!.id)
        if (!('ok' in older)) return false
        page = older.ok
        found.unshift(...page)
      }
      return reaches(page)
    }

    /** Nothing of the stretch is older than this page. */
    function reaches(page: readonly Message[]): boolean {
      return page.length < PAGE || BigInt(page[0]!.id) <= bound
    }

    /** Discord answers as if there were nothing where the right to read is lacking. */
    async function hiddenIn(page: readonly Message[]): Promise<Exclude<Outcome<History>, { ok: unknown }> | undefined> {
      const others = page.filter(({ author, type }) => SAID.has(type) && author?.id !== self().id)
      if (!parts.readsMessages() && others.length > 0 && others.every(isWordless))
        return forbidden('the intent for the words of messages is switched off')
      if (page.length > 0 || of.before === undefined || idOf(of.before) === thread || calls >= of.calls)
        return undefined
      calls++
      const own = await read<Message>(call, channel, `channels/${channel}/messages/${idOf(of.before)}`)
      return 'refused' in own && own.refused.code === 'forbidden' ? own : undefined
    }

    /** A post of a forum stands in its thread; what a thread was started from lies in the channel around it. */
    async function rootIn(): Promise<ReadMessage | undefined> {
      const own = found.find(({ id }) => id === thread)
      if (own) return readShown(own, { installation, channel }, self())
      const starter = found.find(({ type }) => type === THREAD_STARTER)
      // It is null where that was deleted.
      if (starter && starter.referenced_message !== undefined)
        return starter.referenced_message
          ? readShown(starter.referenced_message, { installation, channel: parent }, self())
          : undefined
      if (calls >= of.calls) return undefined
      calls++
      const where = channels.isForum(parent) ? channel : parent
      const root = await read<Message>(call, where, `channels/${where}/messages/${thread}`)
      return 'ok' in root ? readShown(root.ok, { installation, channel: where }, self()) : undefined
    }

    async function titled(thread: string): Promise<string | undefined> {
      const known = channels.titleOf(thread)
      if (known !== undefined || calls >= of.calls) return known
      calls++
      const told = await read<Channel>(call, thread, `channels/${thread}`)
      if (!('ok' in told)) return undefined
      channels.heard(told.ok)
      return channels.titleOf(thread)
    }
  }

  return {
    history,
    mayTell: createAudience(parts),
    linked: (text) => linkedIn(text, channels.parentOf),

    async message(ref, signal): Promise<Outcome<ReadMessage | undefined>> {
      const { installation, channel, message } = readMessageRef(ref)
      const call = web.begin(signal)
      const chain: { message: Message; channel: string }[] = []
      let next: { channel: string; id: string } | undefined = { channel, id: message }
      while (next && chain.length < MOST) {
        const at: { channel: string; id: string } = next
        const found = await read<Message>(call, at.channel, `channels/${at.channel}/messages/${at.id}`)
        if (!('ok' in found)) {
          if (chain.length > 0) break
          return 'refused' in found && found.refused.code === 'gone' ? { ok: undefined } : found
        }
        const { referenced_message: above } = found.ok
        chain.push({ message: found.ok, channel: at.channel })
        if (above) chain.push({ message: above, channel: at.channel })
        const further = above?.message_reference
        next = further?.message_id ? { channel: further.channel_id ?? at.channel, id: further.message_id } : undefined
      }
      const told = chain.map((one) => readShown(one.message, { installation, channel: one.channel }, self()))
      const oldest = told.at(-1)
      if (next && oldest) oldest.text = `[…] ${oldest.text}`
      return { ok: told.reduceRight((above: ReadMessage | undefined, one) => behind(one, above), undefined) }
    },
  }
}

/** As Discord copies the link of a message, from each of its apps. */
const LINK = /https:\/\/(?:ptb\.|canary\.)?discord(?:app)?\.com\/channels\/(\d{15,20})\/(\d{15,20})\/(\d{15,20})/g

const linkedIn = (text: string, parentOf: Channels['parentOf']): LinkedMessage[] =>
  Array.from(text.matchAll(LINK), ([link, guild, channel, message]) => {
    const parent = parentOf(channel!)
    const place = parent === undefined ? channelPlace(guild!, channel!) : threadPlace(guild!, parent, channel!)
    return { ref: messageRef({ installation: guild!, channel: channel!, message: message! }), place, link }
  })

/** A message with the one that it replies to. */
const behind = (message: ReadMessage, above: ReadMessage | undefined): ReadMessage =>
  above ? { ...message, quoted: [above, ...(message.quoted ?? [])] } : message

const isWordless = (message: Message): boolean => {
  const { content = '', attachments = [], embeds = [], components = [], sticker_items: stickers = [], poll } = message
  const shows = attachments.length + embeds.length + components.length + stickers.length + (poll ? 1 : 0)
  return content === '' && shows === 0 && (message.message_snapshots ?? []).length === 0
}

/** What an event id names. */
const idOf = (eventId: string): string => eventId.slice(eventId.lastIndexOf(':') + 1)

/** The least id that belongs to the stretch. */
function oldest({ from, since }: Stretch): bigint {
  const [first, then] = [from === undefined ? 0n : BigInt(idOf(from)), since === undefined ? 0n : BigInt(idAt(since))]
  return first > then ? first : then
}
