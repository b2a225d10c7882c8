import { setTimeout as sleep } from 'node:timers/promises'
import type { Attachment, MessageRef, Part, Place } from '../../src/model/message.ts'
import type { Budget, Scope } from '../../src/ports/budget.ts'
import type { Channel, Outcome, Refusal } from '../../src/ports/channel.ts'
import type { Log } from '../../src/ports/log.ts'
import { createActivities } from './activity.ts'
import { type Echoes, nonceOf } from './echoes.ts'
import { createFind } from './find.ts'
import { createGroups } from './groups.ts'
import { wordsOf } from './inbound.ts'
import { type Interactions, original } from './interactions.ts'
import { limitsOf, type Scopes } from './limits.ts'
import { createMarks } from './marks.ts'
import { createNames } from './names.ts'
import { createNotify } from './notify.ts'
import { type Payload, renderEdit, renderFile, renderPart } from './outbound.ts'
import { codeOf, isLapsed, ofPost, outcomeOf } from './outcome.ts'
import { EPHEMERAL, type Message } from './payloads.ts'
import {
  channelOf,
  endsWith,
  messageRef,
  namedPlace,
  placeFor,
  readFileRef,
  readMessageRef,
  readPlace,
  replyPlace,
  type Spot,
  threadPlace,
  timeOf,
} from './places.ts'
import { createReading, type ReadingParts } from './reading.ts'
import type { Reply } from './reply.ts'
import type { Call, Request, Web } from './request.ts'
import { shownText } from './shown-text.ts'
import type { Self } from './text.ts'
import { createThreads } from './threads.ts'
import { isAlive } from './through.ts'
import type { Titles } from './titles.ts'

export interface SenderParts extends Pick<ReadingParts, 'channels' | 'readsMessages'> {
  web: Web
  self: () => Self
  scopes: () => Scopes
  interactions: Interactions
  echoes: Echoes
  /** Files are fetched from here and from nowhere else. */
  fileHosts: readonly string[]
  /** What threads are called. */
  titles: Titles
  budget: Pick<Budget, 'learn' | 'tryTake'>
  log: Log
  now: () => number
}

const OVER = 'the time of the interaction is over'
/** The bot may not read the channel, so it may not reply to a message either. */
const NO_REPLIES = 160002
/** Documented: an interaction is acknowledged within three seconds. What is older than that, by any clock, was. */
const ACKNOWLEDGED_MS = 3500
const YOUNG_MS = 60_000
const PAUSE_MS = 150
/** Documented: Unknown Guild. */
const UNKNOWN_SERVER = 10004
/** Older messages were there before we posted them, if our clock is right. */
const FRESH_MS = 1000

interface Content {
  body: Partial<Payload>
  files?: Request['files']
  /** It quotes nothing. */
  isPlain?: boolean | undefined
}

/** Everything that shows something, and files; the same for all servers the app is in. */
export function createSender(parts: SenderParts): Channel {
  const { web, self, interactions, budget, fileHosts, now } = parts
  const activities = createActivities({ web, budget, scopes: parts.scopes, now })
  const threads = createThreads({ log: parts.log })

  /** With what Discord says of its limits, which the budget heeds. */
  function judged<T>(reply: Reply, scope: Scope, read: (answer: unknown) => T): Outcome<T> {
    if (reply.left) budget.learn(scope, reply.left)
    return outcomeOf(reply, scope, parts.scopes().everything, read)
  }

  async function send(place: Place, content: Content, key: string, signal: AbortSignal): Promise<Outcome<MessageRef>> {
    const spot = readPlace(place)
    const call = web.begin(signal)
    const answered = spot.through && (await answer(spot, content, call, signal))
    // In the channel everybody would see what was for one person alone.
    const outcome =
      answered ?? (spot.through && endsWith(spot.through) ? tooLate('forbidden') : await post(spot, content, key, call))
    if ('ok' in outcome) activities.posted(place)
    return ofPost(outcome)
  }

  /** Through the interaction; undefined when its time is over and the answer goes on in the channel. */
  async function answer(spot: Spot, content: Content, call: Call, signal: AbortSignal) {
    const { interaction } = spot.through!
    if (!isAlive(interaction, now())) return undefined
    // Another process may be about to acknowledge it, before which Discord knows of no answer.
    const isYoung = !interactions.isKnown(interaction) && now() - timeOf(interaction) < YOUNG_MS
    const until = performance.now() + (isYoung ? ACKNOWLEDGED_MS : 0)
    for (;;) {
      const answered = await answerNow(spot, content, call, signal)
      if (answered || performance.now() >= until || signal.aborted) return answered
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => {})
    }
  }

  async function answerNow(spot: Spot, { body, files }: Content, call: Call, signal: AbortSignal) {
    const through = spot.through!
    const { interaction, token, alone } = through
    const waits = await within(signal, interactions.waits(through, call))
    if (typeof waits !== 'boolean' && !isLapsed(waits)) return judged(waits, scopeOf('followUps', interaction), refOf)
    if (typeof waits !== 'boolean') return undefined
    const reply = await call(
      waits && !files
        ? { method: 'PATCH', path: original(through, self().application), body, open: true }
        : {
            method: 'POST',
            path: `webhooks/${self().application}/${token}`,
            body: alone ? whisper(body) : body,
            ...(files && { files }),
            open: true,
          },
    )
    if (isLapsed(reply)) return undefined
    const scope = scopeOf(waits ? 'followUpEdits' : 'followUps', interaction)
    return judged(reply, scope, (told) => {
      const message = (told as Message).id
      interactions.filled(through, message)
      return refOf(told)
    })

    function refOf(told: unknown): MessageRef {
      const { installation } = spot
      const secret = endsWith(through) ? { through: { interaction, token } } : {}
      return messageRef({ installation, channel: channelOf(spot), message: (told as Message).id, ...secret })
    }
  }

  async function post(
    spot: Spot,
    { body, files, isPlain }: Content,
    key: string,
    call: Call,
  ): Promise<Outcome<MessageRef>> {
    const { installation, startsThread } = spot
    const began = startsThread ? await threads.begin(spot, titleOf, call) : undefined
    const { posts } = parts.scopes()
    if (began && !('ok' in began || 'error' in began))
      return judged(began, posts(channelOf(spot)), () => '' as MessageRef)
    // Where no thread can be started, the answer is a reply.
    const isReply = began && 'error' in began
    const channel = isReply ? spot.channel : channelOf(spot)
    const replyTo = isReply ? spot.thread : spot.replyTo
    const reference = replyTo && !isPlain && { message_reference: { message_id: replyTo, fail_if_not_exists: false } }
    const nonce = nonceOf(key)
    const once = { nonce, enforce_nonce: true }
    const isAgain = parts.echoes.begin(nonce)
    const path = `channels/${channel}/messages`
    const more = files ? { files } : {}
    let reply = await call({ method: 'POST', path, body: { ...body, ...once, ...reference }, ...more })
    if (codeOf(reply) === NO_REPLIES) reply = await call({ method: 'POST', path, body: { ...body, ...once }, ...more })
    const posted = 'ok' in reply ? (reply.ok as Message) : undefined
    const mayBeOld = posted && (isAgain || now() - timeOf(posted.id) > FRESH_MS)
    if (mayBeOld && !files && !looksLike(posted, body)) {
      // It had been posted before, with what there was to say by then.
      const { id } = posted
      const mended = await call({ method: 'PATCH', path: `${path}/${id}`, body })
      if (!('ok' in mended)) return judged(mended, parts.scopes().edits(channel), () => '' as MessageRef)
    }
    return judged(reply, posts(channel), (told) => messageRef({ installation, channel, message: (told as Message).id }))
  }

  /** As the message that it starts from says, which another process may have heard. */
  async function titleOf({ channel, thread }: Spot, call: Call): Promise<string | undefined> {
    const heard = parts.titles.of(thread!)
    if (heard !== undefined) return heard
    const reply = await call({ method: 'GET', path: `channels/${channel}/messages/${thread}` })
    return 'ok' in reply ? wordsOf(reply.ok as Message, self()) : undefined
  }

  const scopeOf = (what: 'followUps' | 'followUpEdits', interaction: string): Scope => parts.scopes()[what](interaction)

  /** A call about a message: through its interaction while that can be done, else as the bot that wrote it. */
  async function about(ref: MessageRef, method: 'PATCH' | 'DELETE', body: object | undefined, signal: AbortSignal) {
    const { channel, message, through } = readMessageRef(ref)
    const call = web.begin(signal)
    const content = body ? { body } : {}
    const token = through ?? interactions.tokenOf(message)
    if (token && isAlive(token.interaction, now())) {
      const path = `webhooks/${self().application}/${token.token}/messages/${message}`
      const reply = await call({ method, path, ...content, open: true })
      if (!isLapsed(reply)) return judged(reply, scopeOf('followUpEdits', token.interaction), () => {})
    }
    if (through) return tooLate(method === 'PATCH' ? 'unchangeable' : 'gone')
    const reply = await call({ method, path: `channels/${channel}/messages/${message}`, ...content })
    const { edits, removals } = parts.scopes()
    return judged(reply, method === 'PATCH' ? edits(channel) : removals(channel), () => {})
  }

  return {
    platform: 'discord',
    limits: (place) => limitsOf(readPlace(place), { scopes: parts.scopes(), now }),
    post: (place, part: Part, key, signal) => send(place, { body: renderPart(part), isPlain: part.plain }, key, signal),
    attach: (place, file: Attachment, key, signal) =>
      send(place, { body: renderFile(file), files: [file] }, key, signal),
    edit: (ref, part, signal) => about(ref, 'PATCH', renderEdit(part), signal),
    remove: (ref, signal) => about(ref, 'DELETE', undefined, signal),
    find: createFind(parts),
    placeFor: async (target) => placeFor(target),
    notify: createNotify(parts),
    async leave(guild, signal): Promise<Outcome<void>> {
      if (!/^\d+$/.test(guild)) return { refused: { code: 'unsupported', detail: 'not a server' } }
      const reply = await web.call({ method: 'DELETE', path: `users/@me/guilds/${guild}` }, signal)
      const { everything } = parts.scopes()
      return codeOf(reply) === UNKNOWN_SERVER ? { ok: undefined } : outcomeOf(reply, everything, everything, () => {})
    },
    async locate(name) {
      const place = namedPlace(name)
      return place && /^discord:\d+:\d+$/.test(place) ? place : undefined
    },
    threadOf(ref) {
      const { installation, channel, message } = readMessageRef(ref)
      const place = threadPlace(installation, channel, message)
      return { place, replyTo: replyPlace({ installation, channel, thread: message, startsThread: true }) }
    },
    activity: (place, what, _language, signal) => activities.show(place, what, signal),
    mark: createMarks({ web, budget, scopes: parts.scopes, now }),
    reading: createReading(parts),
    names: createNames(parts),
    isIn: createGroups(parts),

    async download(file, maxBytes, signal): Promise<Outcome<Uint8Array>> {
      const url = readFileRef(file)
      if (!fileHosts.includes(url.origin)) {
        return { refused: { code: 'forbidden', detail: `${url.origin} is not where Discord keeps files` } }
      }
      const reply = await web.fetch(url, maxBytes, signal)
      return 'bytes' in reply
        ? { ok: reply.bytes }
        : judged(reply, parts.scopes().reads('files'), () => new Uint8Array())
    },
  }
}

function looksLike(posted: Message, body: Partial<Payload>): boolean {
  const shown = ({ content, components = [] }: Pick<Message, 'content' | 'components'>) =>
    [content?.trim() ?? '', ...shownText({ components })].join('\n')
  const { content, components } = body
  const isSame = shown(posted) === shown({ content: content ?? '', ...(components && { components }) })
  return isSame && posted.components?.length === components?.length
}

const tooLate = (code: Refusal['code']) => ({ refused: { code, detail: OVER } })

const whisper = (body: object): object => ({ ...body, flags: ((body as { flags?: number }).flags ?? 0) | EPHEMERAL })

async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T | Reply> {
  if (signal.aborted) return { unknown: signal.reason }
  const { promise, resolve } = Promise.withResolvers<Reply>()
  const abort = (): void => resolve({ unknown: signal.reason })
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
