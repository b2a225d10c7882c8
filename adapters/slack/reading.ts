import type { MessageRef, ReadMessage } from '../../src/model/message.ts'
import type { Outcome } from '../../src/ports/outcome.ts'
import type { History, LinkedMessage, Reading, Stretch } from '../../src/ports/reading.ts'
import type { Message } from './payloads.ts'
import { channelPlace, messageRef, readMessageRef, readPlace } from './places.ts'
import { readMessage } from './read-message.ts'
import type { Page, Reads } from './reads.ts'
import { type Bot, eventIdOf } from './told.ts'
import type { Web } from './web.ts'

export interface SlackReading extends Reading {
  /** A message, and the thread that it stands in; undefined where it cannot be read. */
  found(ref: MessageRef, signal: AbortSignal): Promise<{ message: ReadMessage; thread: string } | undefined>
  mayTell: NonNullable<Reading['mayTell']>
}

/** More than one page of it need not be asked for most threads. */
const PAGE = 200
/** Documented: the most that one call may ask for. */
const LARGE_PAGE = 1000
/** Of a page that is to reach the newest: how full it is expected to be, so that a burst at the end fits in as well. */
const AIM = LARGE_PAGE / 4

/**
 * What was said, asked for page by page. Slack tells a thread from its oldest message on, whatever `latest` says, so the end of a
 * long one is reached by guessing from when on its last messages were said.
 */
export function createReading(parts: {
  web: Web
  self: Bot
  reads: Reads
  mayTell: SlackReading['mayTell']
}): SlackReading {
  const { web, self, reads, mayTell } = parts

  async function thread(of: Stretch, signal: AbortSignal): Promise<Outcome<History>> {
    const { team, channel, thread: ts } = readPlace(of.talk)
    await reads.look(team)
    const call = web.begin(signal)
    const latest = of.before === undefined ? undefined : tsOf(of.before)
    const oldest = of.from === undefined ? undefined : tsOf(of.from)
    const where = { channel, ts: ts!, inclusive: true, ...(latest && { latest }) }
    const first = await reads.replies(team, { ...where, limit: PAGE, ...(oldest && { oldest }) }, call)
    if (!('ok' in first)) return first
    let calls = 1
    const pages = [first.ok]
    let allFrom: string | undefined
    if (first.ok.hasMore && calls < of.calls) {
      const bounds = lastOf(first.ok, latest)
      const rest = await reads.replies(team, { ...where, ...bounds }, call)
      calls++
      if ('ok' in rest) {
        pages.push(rest.ok)
        allFrom = bounds.cursor === undefined ? behindGap(first.ok, rest.ok) : undefined
      }
    }
    if (of.root && calls < of.calls && !first.ok.messages.some((one) => one.ts === ts)) {
      const began = await reads.replies(team, { channel, ts: ts!, limit: 1 }, call)
      calls++
      if ('ok' in began) pages.unshift(began.ok)
    }
    const at = { team, channel, latest, isRest: of.from !== undefined }
    return { ok: { ...told(pages, at), ...(allFrom && { allFrom: eventIdOf(channel, allFrom) }), calls } }
  }

  /** From where on the second page is asked for: behind the first where it holds all that is left, else nearer to the end. */
  function lastOf(
    { messages, cursor }: Page,
    latest: string | undefined,
  ): { limit: number; oldest?: string; cursor?: string } {
    const total = messages[0]?.reply_count
    const left = total === undefined ? undefined : total + 1 - messages.length
    const from = Number(messages.at(-1)?.ts)
    const to = Number(latest ?? messages[0]?.latest_reply)
    if (left === undefined || left <= LARGE_PAGE || !(to > from)) return { cursor, limit: LARGE_PAGE }
    return { oldest: (to - ((to - from) * AIM) / left).toFixed(6), limit: LARGE_PAGE }
  }

  interface At {
    team: string
    channel: string
    latest: string | undefined
    /** What was asked for does not begin with the thread. */
    isRest: boolean
  }

  function told(pages: readonly Page[], at: At) {
    const byTs = new Map(pages.flatMap(({ messages }) => messages.map((one) => [one.ts, one] as const)))
    const all = [...byTs.values()].sort((a, b) => (a.ts < b.ts ? -1 : 1))
    const said = all.filter(({ ts, subtype }) => (at.latest === undefined || ts < at.latest) && subtype !== 'tombstone')
    const total = all.find(({ reply_count }) => reply_count !== undefined)?.reply_count
    const isWhole = !pages.at(-1)!.hasMore
    const unread = total === undefined || at.isRest ? undefined : Math.max(0, total + 1 - all.length)
    const readTo = pages[0]!.messages.findLast((one) => said.includes(one))?.ts
    return {
      messages: said.map((one) => readMessage(one, at, self)),
      isWhole,
      ...(readTo !== undefined && { readTo: eventIdOf(at.channel, readTo) }),
      ...(unread !== undefined && unread > 0 && { unread }),
    }
  }

  async function inChannel(of: Stretch, signal: AbortSignal): Promise<Outcome<History>> {
    const { team, channel } = readPlace(of.talk)
    const bounds = {
      ...(of.before !== undefined && { latest: tsOf(of.before) }),
      ...oldestOf(of),
    }
    const page = await reads.history(team, { channel, limit: of.limit, ...bounds }, web.begin(signal))
    if (!('ok' in page)) return page
    const messages = page.ok.messages.toReversed().filter(isSaid)
    return {
      ok: { messages: messages.map((one) => readMessage(one, { team, channel }, self)), isWhole: true, calls: 1 },
    }
  }

  async function one(ref: MessageRef, signal: AbortSignal): Promise<Outcome<Message | undefined>> {
    const { team, channel, ts } = readMessageRef(ref)
    const bounds = { oldest: ts, latest: ts, inclusive: true, limit: 2 }
    const page = await reads.replies(team, { channel, ts, ...bounds }, web.begin(signal))
    return 'ok' in page ? { ok: page.ok.messages.find((each) => each.ts === ts && isSaid(each)) } : page
  }

  return {
    linked: (text, near) => (near === undefined ? [] : linkedIn(text, readPlace(near).team)),
    mayTell,
    isScarce: (place) => reads.isScarce(readPlace(place).team),
    history: (of, signal) => (readPlace(of.talk).thread === undefined ? inChannel(of, signal) : thread(of, signal)),

    message: async (ref, signal): Promise<Outcome<ReadMessage | undefined>> => {
      const page = await one(ref, signal)
      return 'ok' in page ? { ok: page.ok && readMessage(page.ok, readMessageRef(ref), self) } : page
    },

    async found(ref, signal) {
      const page = await one(ref, signal)
      const message = 'ok' in page ? page.ok : undefined
      if (!message) return undefined
      return { message: readMessage(message, readMessageRef(ref), self), thread: message.thread_ts ?? message.ts }
    },
  }
}

/** The first message of the second page, where that does not go on from the first one. */
function behindGap(first: Page, second: Page): string | undefined {
  const last = first.messages.at(-1)!.ts
  if (second.messages.some(({ ts }) => ts === last)) return undefined
  return second.messages.find(({ ts }) => ts > last)?.ts
}

/** As Slack copies the link of a message: its `ts` without the dot. */
const LINK = /https:\/\/[\w.-]+\.slack(?:-gov)?\.com\/archives\/([CDG][A-Z0-9]+)\/p(\d{10})(\d{6})(?:\?[\w=&.-]*)?/g

const linkedIn = (text: string, team: string): LinkedMessage[] =>
  Array.from(text.matchAll(LINK), ([link, channel, seconds, micros]) => ({
    ref: messageRef({ team, channel: channel!, ts: `${seconds}.${micros}` }),
    place: channelPlace(team, channel!),
    link,
  }))

/** Nothing that only tells of the channel, such as that somebody came. */
const isSaid = ({ subtype }: Message): boolean =>
  subtype === undefined || /^(?:bot_message|file_share|thread_broadcast|me_message)$/.test(subtype)

function oldestOf({ from, since }: Stretch): { oldest?: string } {
  const at = Math.max(from === undefined ? 0 : Number(tsOf(from)), (since ?? 0) / 1000)
  return at > 0 ? { oldest: at.toFixed(6) } : {}
}

/** The `ts` that an event id ends with. */
const tsOf = (eventId: string): string => eventId.slice(eventId.lastIndexOf(':') + 1)
