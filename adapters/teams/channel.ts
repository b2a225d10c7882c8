import type { MessageRef, Part, Place } from '../../src/model/message.ts'
import type { Budget } from '../../src/ports/budget.ts'
import type { Channel, NativeStream, Outcome } from '../../src/ports/channel.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Notes } from '../../src/ports/notes.ts'
import { createActivities } from './activity.ts'
import { type Call, type Connector, toEdit, toPost, toRemove } from './connector.ts'
import { download, type Files } from './download.ts'
import { createGuests } from './guests.ts'
import type { Hosts } from './hosts.ts'
import { limitsOf, scopesOf } from './limits.ts'
import { createLineNotes } from './line-notes.ts'
import { toMarkdown } from './markdown.ts'
import { createMarks } from './marks.ts'
import { createOffers, type Offers } from './offers.ts'
import { type Called, renderPart, wasSuggested } from './outbound.ts'
import { outcomeOf, outcomeOfChange, streamEnd } from './outcome.ts'
import type { Persons } from './persons.ts'
import {
  conversationPlace,
  messageRef,
  namedPlace,
  type Posted,
  readMessageRef,
  readPlace,
  readTalk,
  replyPlace,
  type Spot,
  threadOf,
  writable,
} from './places.ts'
import { createRoster } from './roster.ts'
import { chunk, createChunks, openStream } from './stream.ts'
import { createStreams, END_GAP_MS, type Stream } from './streams.ts'
import type { Suggested } from './suggested.ts'
import { createUnsure } from './unsure.ts'

export interface SenderParts extends Files {
  connector: Connector
  hosts: Pick<Hosts, 'lastHeard'>
  persons: Pick<Persons, 'near'>
  suggested: Suggested
  notes: Notes
  log: Log
  budget: Pick<Budget, 'tryTake'>
  /** No budgets at all, and no waiting between chunks. */
  unlimited?: boolean | undefined
  now: () => number
}

/** Everything that shows something to whoever is in a conversation, and files; the same for all tenants the app is in. */
export interface Sender {
  channel: Omit<Channel, 'notify'>
  offers: Offers
  /** Resolves when what was told that the bot does is taken back, or after a moment. */
  settled(): Promise<void>
}

/** How long a sign of life may take. */
const SIGN_MS = 4000
/** Between two looks whether a stream that nobody here can end has ended by itself. */
const LEFT_OPEN_MS = 10_000
const unsupported = (detail: string) => ({ refused: { code: 'unsupported', detail } }) as const
const MAYBE = { refused: { code: 'gone', detail: 'it may be there already, and Teams cannot be asked' } } as const

export function createSender(parts: SenderParts): Sender {
  const { connector, hosts, persons, suggested, notes, log, budget, unlimited, now } = parts
  const streams = createStreams({ now })
  const lines = createLineNotes({ notes, log, now })
  const chunks = createChunks({ streams, lines, now, unlimited })
  const activities = createActivities({ connector, streams, chunks, lines, budget, unlimited, now })
  const unsure = createUnsure()
  const offers = createOffers({ connector, streams })
  const roster = createRoster({ connector, now })
  const begin = (signal: AbortSignal): Call => connector.begin(signal)

  const chatOf = ({ tenant, conversation }: Spot): string => `${tenant}/${conversation}`
  const render = async (part: Part, spot: Spot) =>
    renderPart(part, {
      personal: spot.kind === 'personal',
      calls: await calledIn(part, spot),
      viewers: await viewersOf(part, spot),
    })

  /** Of a decision, which not everybody there may make. */
  async function viewersOf({ quickReplies }: Part, spot: Spot): Promise<readonly string[] | undefined> {
    const isTheirs = quickReplies?.decides === true && !quickReplies.forAll && quickReplies.chosen === undefined
    return isTheirs && spot.kind !== 'personal' ? roster(spot) : undefined
  }

  /** Of whom Teams tells nothing any more, nobody is called. */
  async function calledIn({ calls: name, mayMention: id }: Part, spot: Spot): Promise<Called | undefined> {
    if (name === undefined || id === undefined || spot.kind === 'personal') return undefined
    const near = await persons.near(spot.tenant, id, spot)
    return near && { user: near.user, name }
  }

  async function shows(posted: Posted, part: Part, isNew: boolean): Promise<void> {
    if (isNew) streams.spoke(posted)
    if (posted.kind === 'personal') await suggested.shows(chatOf(posted), posted.id, part, isNew)
  }

  /** A new message; where the person is told that the bot thinks, it ends that. */
  async function create(spot: Spot, part: Part, key: string, signal: AbortSignal): Promise<Outcome<MessageRef>> {
    await streams.settled(spot)
    return streams.during(spot, createNow(spot, part, key, begin(signal)))
  }

  async function createNow(spot: Spot, part: Part, key: string, call: Call): Promise<Outcome<MessageRef>> {
    const stream = streams.at(spot)
    // Of a message that was announced it is known which one it is.
    if (stream?.isInformative) {
      const { ref, id, endedWith } = stream
      const ended = await chunks.end(spot, stream, part, call)
      if ('ok' in ended) return { ok: ref }
      const hadItsTime = 'refused' in ended && ended.refused.code === 'unsupported'
      if (!hadItsTime && !wasOfAnother(stream, ended)) return ended
      if (endedWith !== undefined) {
        // It had: with what there was to say by then.
        const mended = await call(toEdit({ ...spot, id }, await render(part, spot)))
        return outcomeOf(mended, scopesOf(spot).conversation, () => ref)
      }
    }
    if (!unsure.mayPost(key, part)) return MAYBE
    const reply = unsure.judged(key, part, await call(toPost(spot, await render(part, spot))))
    return outcomeOf(reply, scopesOf(spot).conversation, ({ id }) =>
      // Taken, and not told as what: it stays as it is.
      messageRef({ ...spot, id: typeof id === 'string' ? id : '' }),
    )
  }

  /** The line that says what the bot is about to do becomes the stream, if there is one. */
  async function openNow(spot: Spot, text: string, key: string, signal: AbortSignal): Promise<Outcome<NativeStream>> {
    const known = streams.at(spot)
    if (known && !known.isInformative) return unsupported('the chat has another native stream')
    let begun = known && (await goOn(spot, known, text, begin(signal)))
    if (!begun || wasOfAnother(known, begun)) begun = await start(spot, text, key, begin(signal))
    if (!('ok' in begun)) return begun
    const stream = begun.ok
    // Nothing of the answer is shown yet, but it is on its way.
    if (text === '') Object.assign(stream, { isInformative: false, shown: '' })
    streams.spoke(spot)
    if (!unlimited) await budget.tryTake([scopesOf(spot).chunks], 'urgent')
    const ended = (part: Part) => shows(readMessageRef(stream.ref), part, true)
    return { ok: openStream({ spot, stream, text, chunks, begin, ended }) }
  }

  async function goOn(spot: Spot, stream: Stream, text: string, call: Call): Promise<Outcome<Stream>> {
    const grown = text === '' ? { ok: undefined } : await chunks.grow(spot, stream, toMarkdown(text), call)
    return 'ok' in grown ? { ok: stream } : grown
  }

  async function start(spot: Spot, text: string, key: string, call: Call): Promise<Outcome<Stream>> {
    const early = chunks.tooSoon(spot, END_GAP_MS)
    if (early) return early
    // Teams takes no empty text.
    const first = text === '' ? chunk('…', 'informative') : chunk(toMarkdown(text), 'streaming')
    const reply = unsure.judged(key, { text }, await call(toPost(spot, first)))
    streams.sent(spot)
    const end = streamEnd(reply)
    if (end === 'none' || end === 'busy') streams.flatten(spot, end)
    const outcome = outcomeOf(reply, scopesOf(spot).conversation, ({ id }) => String(id ?? ''))
    if (!('ok' in outcome)) return outcome
    if (outcome.ok === '') return unsupported('Teams did not tell which stream it is')
    return { ok: streams.begin(spot, outcome.ok, { shown: toMarkdown(text), isInformative: false }) }
  }

  /** Ends a stream so that its message can be changed like any other. */
  async function settle(
    stream: Stream,
    spot: Spot,
    part: Part,
    call: Call,
  ): Promise<'shown' | Outcome<void> | 'ended'> {
    const goesOn = toMarkdown(part.text).startsWith(stream.shown) || stream.isInformative
    const ended = await chunks.end(spot, stream, goesOn ? part : { text: stream.shown }, call)
    if ('ok' in ended) return goesOn ? 'shown' : 'ended'
    return 'refused' in ended && ended.refused.code === 'unsupported' ? 'ended' : ended
  }

  /**
   * A stream whose end was lost, or that was begun before a restart, is still open. Where the part does not go on with what it
   * shows, which nobody here knows, its message can be changed once the stream has had its time.
   */
  async function endAfterAll(ref: MessageRef, posted: Posted, part: Part, call: Call): Promise<Outcome<void>> {
    const stream = streams.of(ref) ?? streams.begin(posted, posted.id, { shown: '', isInformative: false })
    const outcome = await chunks.end(posted, stream, part, call)
    if ('ok' in outcome) await shows(posted, part, true)
    else streams.close(ref)
    const isOther = 'refused' in outcome && outcome.refused.code === 'invalid'
    return isOther ? { limited: { retryAt: now() + LEFT_OPEN_MS, scope: scopesOf(posted).gap } } : outcome
  }

  const channel: Sender['channel'] = {
    platform: 'teams',
    labels: true,
    limits: (place) => limitsOf(writable(place), unlimited),

    async post(place, part, key, signal) {
      const outcome = await create(writable(place), part, key, signal)
      if ('ok' in outcome) await shows(readMessageRef(outcome.ok), part, true)
      return outcome
    },

    attach: offers.attach,

    async edit(ref, part, signal) {
      const posted = readMessageRef(ref)
      if (posted.id === '') return unsupported('Teams did not tell which message it is')
      if (streams.isStopped(ref)) return { ok: undefined }
      if (posted.kind === 'personal' && wasSuggested(part)) {
        // There is nothing to mark: Teams shows no suggestion any more, and an edit would say that something has changed.
        await shows(posted, part, false)
        return { ok: undefined }
      }
      const call = begin(signal)
      const stream = streams.of(ref)
      const settled = stream ? await settle(stream, posted, part, call) : 'ended'
      if (typeof settled === 'object') return settled
      if (settled === 'shown') {
        await shows(posted, part, true)
        return { ok: undefined }
      }
      const reply = await call(toEdit(posted, await render(part, posted)))
      if (posted.kind === 'personal' && streamEnd(reply) === 'busy') return endAfterAll(ref, posted, part, call)
      if ('ok' in reply) {
        streams.close(ref)
        await shows(posted, part, false)
      }
      return outcomeOfChange(reply, scopesOf(posted).conversation)
    },

    async stream(place, text, key, signal): Promise<Outcome<NativeStream>> {
      const spot = writable(place)
      if (spot.kind !== 'personal') return unsupported('native streams are for personal chats')
      if (streams.hasNone(spot)) return unsupported('no native streams in this chat')
      if (unsure.has(key)) return unsupported('it may have been begun')
      await streams.settled(spot)
      return streams.during(spot, openNow(spot, text, key, signal))
    },

    async locate(name) {
      const { tenant, conversation, root } = readTalk(namedPlace(name) ?? ('' as Place)) ?? {}
      if (!tenant || !conversation || root !== undefined) return undefined
      const serviceUrl = await hosts.lastHeard(tenant)
      return serviceUrl === undefined ? undefined : replyPlace({ tenant, conversation, kind: 'channel', serviceUrl })
    },

    threadOf(ref) {
      const { id, ...spot } = readMessageRef(ref)
      const conversation = threadOf(spot.conversation, id)
      return {
        place: conversationPlace(spot.tenant, conversation),
        replyTo: replyPlace({ ...spot, conversation }),
      }
    },

    async remove(ref, signal) {
      const posted = readMessageRef(ref)
      if (posted.id === '') return unsupported('Teams did not tell which message it is')
      streams.close(ref)
      const reply = await begin(signal)(toRemove(posted))
      return outcomeOfChange(reply, scopesOf(posted).conversation)
    },

    async activity(place, what, language, signal) {
      const spot = readPlace(place)
      // What is shown of the answer waits for it.
      if (spot)
        await activities.show(spot, what, language, begin(AbortSignal.any([signal, AbortSignal.timeout(SIGN_MS)])))
    },

    isGuest: createGuests({ connector }),
    mark: createMarks({ connector, budget, unlimited, now }),

    download: (file, maxBytes, signal) => download(parts, file, maxBytes, signal),
  }
  return { channel, offers, settled: activities.settled }
}

/** What was stopped was to be another answer. */
const wasOfAnother = (stream: Stream | undefined, outcome: Outcome<unknown>): boolean =>
  stream?.isLeft === true && 'refused' in outcome && outcome.refused.code === 'stopped'
