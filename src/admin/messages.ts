import { createHash, randomUUID } from 'node:crypto'
import { AppError, type Fault } from '../lib/errors.ts'
import { faultsOf } from '../lib/faults.ts'
import { orderKey } from '../model/key.ts'
import type { MessageRef, Place } from '../model/message.ts'
import { type OutsideMessage, outsideMessageSchema } from '../model/outside-message.ts'
import { eventOfMessage, unaskedPerDay } from '../model/timer.ts'
import type { Store } from '../store/index.ts'
import type { Reader } from '../store/unasked.ts'
import type { Actor } from './actor.ts'
import type { AgentAdmin } from './agents.ts'
import { type Audit, unlessDone } from './audit.ts'
import { logLine } from './log-lines.ts'
import type { Platforms } from './platforms.ts'
import { programPlace } from './program-places.ts'
import { errors } from './words/index.ts'

/** What became of it. `refused`: its place would not have it; `dropped`: it was not posted, since what let it in is no more. */
export type MessageStatus = 'waiting' | 'sent' | 'refused' | 'dropped'

export interface MessageView {
  id: string
  status: MessageStatus
}

/** What programs outside have agents say, to whoever may be told. */
export interface Messages {
  /**
   * Kept to be posted, once; with the same nonce it is the same message. 404 `agent_not_found`, `person_not_found`, `place_not_found`,
   * `message_not_found`, `template_not_found`; 403 `stopped`, `blocked`; 429 `too_many_messages`.
   */
  post(agent: string, body: unknown, actor: Actor): Promise<MessageView>
  /** 404 `message_not_found`. */
  get(agent: string, id: string, actor: Actor): Promise<MessageView>
}

export interface MessagesParts {
  store: Store
  agents: Pick<AgentAdmin, 'get'>
  audit: Audit
  platforms: Platforms
  /** Something is to be posted now. */
  wake?: (() => Promise<void>) | undefined
  now: () => number
}

/** Where it goes: as it is kept with the timer, and whose budget of the day it takes from. */
interface Addressed {
  key: string
  conversation: string
  server: string
  context: object
  reader: Reader
}

/** A `ChatContext`, as far as it is read here. */
interface KeptContext {
  platform: string
  installation: string
  conversation: string
  place: Place
  channel?: Place
  replyTo: Place
  talk?: Place
  author: { uid: string }
  to?: object
}

const lookedAt = 20
const dayMs = 86_400_000

export function createMessages({ store, agents, audit, platforms, wake, now }: MessagesParts): Messages {
  const serverOf = ({ platform, installation }: KeptContext) => `${platform} ${installation}`

  /** In the direct conversation in which they wrote last: whoever never wrote there is a stranger, and is not written to. */
  async function toPerson(account: string, agent: string, uid: string): Promise<Addressed> {
    if (await store.roles.isBlocked(account, uid)) throw new AppError('blocked', errors.personBlocked, { status: 403 })
    if (await store.personPauses.has(account, uid))
      throw new AppError('stopped', errors.messagesStopped, { status: 403 })
    // Of several uids the one that was named, if they ever wrote with it.
    const key = orderKey(account, agent, await store.personLinks.personOf(account, uid))
    const kept = (await store.turns.wroteAt(key, lookedAt)).map((text): KeptContext => JSON.parse(text))
    const alone = kept.filter(({ talk }) => talk === undefined)
    const direct = alone.find(({ author }) => author.uid === uid) ?? alone[0]
    if (!direct) throw new AppError('person_not_found', errors.noStrangers, { status: 404 })
    const { conversation, channel, place } = direct
    return {
      ...{ key, conversation, server: serverOf(direct) },
      context: { ...direct, to: { directAt: direct.replyTo } },
      reader: { agent, account, subject: channel ?? place },
    }
  }

  async function toPlace(account: string, agent: string, place: Place): Promise<Addressed> {
    const conversation = `message:${place}`
    const { uid, platform, installation, context } = await programPlace(
      { store, platforms },
      { account, agent },
      place,
      conversation,
    )
    return {
      ...{ key: orderKey(account, agent, uid), conversation, server: `${platform} ${installation}`, context },
      reader: { agent, account, subject: place },
    }
  }

  /** Into the thread of an earlier one, to whomever that was. */
  async function toThread(account: string, agent: string, id: string): Promise<Addressed> {
    const [turn] = await store.turns.ofEvent(eventOfMessage(id))
    const row = turn && (await store.turns.byId(turn.id))
    const [part] = row ? await store.turns.parts(row.id) : []
    if (!row?.context || !part?.ref || !row.key.startsWith(`${agent}/${account}/`))
      throw new AppError('message_not_found', errors.messageNotFound, { status: 404 })
    const context: KeptContext = JSON.parse(row.context)
    const to = { below: part.ref as MessageRef, in: context.replyTo }
    const { channel, place } = context
    return {
      ...{ key: row.key, conversation: context.conversation, server: serverOf(context) },
      context: { ...context, to },
      reader: { agent, account, subject: channel ?? place },
    }
  }

  function addressed(account: string, agent: string, to: string): Promise<Addressed> {
    if (to.startsWith('msg_')) return toThread(account, agent, to)
    return platforms.isPerson(to) ? toPerson(account, agent, to) : toPlace(account, agent, to as Place)
  }

  async function statusOf(agent: string, account: string, id: string): Promise<MessageStatus | undefined> {
    const isTheirs = (key: string) => key.startsWith(`${agent}/${account}/`)
    const timer = await store.timers.byId(id)
    if (timer) return isTheirs(timer.key) ? 'waiting' : undefined
    const event = eventOfMessage(id)
    const [turn] = await store.turns.ofEvent(event)
    const row = turn && (await store.turns.byId(turn.id))
    if (row) {
      if (!isTheirs(row.key)) return undefined
      if (row.status !== 'delivered') return 'waiting'
      const end: string = row.delivery ? JSON.parse(row.delivery).end : 'plain'
      return ['plain', 'file', 'unsure'].includes(end) ? 'sent' : 'refused'
    }
    const waiting = await store.inbox.byEvent(event)
    if (waiting?.status === 'open' && isTheirs(waiting.key)) return 'waiting'
    return (await audit.find(account, id))?.agent === agent ? 'dropped' : undefined
  }

  return {
    async post(agent, body, actor) {
      const { document } = await agents.get(agent, actor)
      const { account } = actor
      const message = read(body)
      const { text, options } = wordsOf(message, document.agent.templates ?? {})
      const { nonce, ...by } = actor
      const id = `msg_${nonce === undefined ? randomUUID().replaceAll('-', '') : hashOf([account, agent, nonce])}`
      const known = nonce === undefined ? undefined : await statusOf(agent, account, id)
      if (known) return { id, status: known }
      const { reader, ...at } = await addressed(account, agent, message.to)
      if (await store.unasked.isStopped(reader)) throw new AppError('stopped', errors.messagesStopped, { status: 403 })
      const most = document.agent.unaskedPerDay ?? unaskedPerDay
      if (await store.unasked.isFull(reader, most)) {
        const retryAfterMs = dayMs - (now() % dayMs)
        throw new AppError('too_many_messages', errors.tooManyMessages(most), { status: 429, retryAfterMs })
      }
      const task = { kind: 'message' as const, text, ...(options && { options }) }
      const { context, ...rest } = at
      const step = store.timers.addStep({
        ...{ ...rest, id, due: now(), zone: 'UTC', task },
        context: JSON.stringify(context),
      })
      const entry = { action: 'message.post', agent, summary: logLine('message.post', { id, place: message.to }) }
      await audit.commit({ ...by, nonce: id }, entry, [step]).catch(unlessDone)
      await wake?.()
      return { id, status: 'waiting' }
    },

    async get(agent, id, actor) {
      await agents.get(agent, actor)
      const status = await statusOf(agent, actor.account, id)
      if (!status) throw new AppError('message_not_found', errors.messageNotFound, { status: 404 })
      return { id, status }
    },
  }
}

function read(body: unknown): OutsideMessage {
  const parsed = outsideMessageSchema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new AppError('invalid_request', errors.invalidRequest, {
    faults: faultsOf(outsideMessageSchema, body, parsed.error.issues),
  })
}

type Templates = Readonly<Record<string, { text: string; options?: string[] | undefined }>>

/** What is said. Each `#{…}` of a template needs its value, and each value its place: a letter with a hole in it is not sent. */
function wordsOf({ text, template, values = {}, options }: OutsideMessage, templates: Templates) {
  if (template === undefined) return { text: text!, options }
  const found = Object.hasOwn(templates, template) ? templates[template] : undefined
  if (!found) throw new AppError('template_not_found', errors.templateNotFound(Object.keys(templates)), { status: 404 })
  const named = new Set([...found.text.matchAll(hole)].map(([, name]) => name!))
  const faults: Fault[] = [
    ...[...named]
      .filter((name) => !Object.hasOwn(values, name))
      .map((name) => fault(name, 'is needed by the template')),
    ...Object.keys(values)
      .filter((name) => !named.has(name))
      .map((name) => fault(name, 'has no place in the template')),
  ]
  if (faults.length > 0) throw new AppError('invalid_request', errors.invalidRequest, { faults })
  const filled = found.text.replaceAll(hole, (_, name: string) => String(values[name]))
  return { text: filled, options: options ?? found.options }
}

const hole = /#\{([A-Za-z0-9_.-]{1,64})\}/g
const fault = (name: string, message: string): Fault => ({ path: `values.${name}`, message })
const hashOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
