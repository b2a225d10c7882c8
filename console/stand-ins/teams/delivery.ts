import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Json } from '../shared/json.ts'
import { isRecord } from '../shared/json.ts'
import { remember } from '../shared/remember.ts'
import type { Activity } from './activity.ts'
import type { BadToken, InboundTokens } from './identity/inbound-tokens.ts'
import type { Limits } from './limits.ts'

/** One attempt to bring an activity to the app. */
export interface Delivery {
  activity: Activity
  /** Of an invoke. */
  name?: string
  /** 1 at first. */
  attempt: number
  token: BadToken | 'good'
  at: number
  /** HTTP status of the app's answer; 0 as long as there is none, and for good if none came in time. */
  status: number
  /** The JSON of the answer, or its text when it is none. */
  response: unknown
  /** Why there was no answer. */
  error?: string
}

export interface Deliveries {
  readonly log: Delivery[]
  connect(url: string | undefined): void
  readonly connected: boolean
  /** Resolves with the attempt that got an answer, or the last one that got none; undefined without an app. */
  send(activity: Activity): Promise<Delivery | undefined>
  /** Sends it once. */
  attempt(activity: Activity, attempt?: number): Promise<Delivery>
  idle(): Promise<void>
  /** Gives up attempts whose time is over. */
  expire(): void
  watch(watcher: () => void): void
  stop(): Promise<void>
}

const RESPONSE_LIMIT = 4_000_000

export function createDeliveries(parts: {
  tokens: InboundTokens
  limits: Limits
  now: () => number
  serviceUrl: () => string
}): Deliveries {
  const { tokens, limits, now, serviceUrl } = parts
  const log: Delivery[] = []
  const agent = new Agent({ keepAlive: true })
  const watchers: (() => void)[] = []
  const underWay = new Set<Promise<unknown>>()
  const open = new Map<Delivery, (reason: string) => void>()
  let botUrl: string | undefined
  let isStopped = false

  /** The status and text of the answer. Rejects when none came. */
  function post(url: string, delivery: Delivery, header: string | undefined): Promise<[number, string]> {
    const body = JSON.stringify(delivery.activity)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Microsoft-SkypeBotApi (Microsoft-BotFramework/3.0)',
      ...(header && { authorization: header }),
    }
    return new Promise((resolve, reject) => {
      const call = request(url, { method: 'POST', headers, agent }, (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > RESPONSE_LIMIT) response.destroy(new Error('The answer is too large'))
          else chunks.push(chunk)
        })
        response.on('end', () => resolve([response.statusCode ?? 0, Buffer.concat(chunks).toString('utf8')]))
        response.on('error', reject)
      })
      open.set(delivery, (reason) => call.destroy(new Error(reason)))
      call.on('error', reject)
      call.end(body)
    })
  }

  async function attempt(activity: Activity, number = 1): Promise<Delivery> {
    const { header, kind } = tokens.next(serviceUrl())
    const name = activity['name']
    const delivery: Delivery = {
      activity,
      attempt: number,
      token: kind,
      at: now(),
      status: 0,
      response: undefined,
      ...(typeof name === 'string' && { name }),
    }
    remember(log, delivery, limits.records)
    if (!botUrl) return Object.assign(delivery, { error: 'No app is connected' })
    try {
      const [status, text] = await post(botUrl, delivery, header)
      delivery.response = parsed(text)
      delivery.status = status
    } catch (error) {
      delivery.error = (error as Error).message
    } finally {
      open.delete(delivery)
    }
    return delivery
  }

  async function persist(activity: Activity): Promise<Delivery> {
    let delivery = await attempt(activity)
    for (let again = 1; again <= limits.resends && isUnanswered(delivery); again++) {
      delivery = await attempt(activity, again + 1)
    }
    if (activity.type !== 'invoke' || !isUnanswered(delivery)) return delivery
    // The client asks once more on its own, which makes it another invoke.
    return attempt({ ...activity, id: `f:${randomUUID()}` }, limits.resends + 2)
  }

  const isUnanswered = (delivery: Delivery): boolean => delivery.status === 0 && !isStopped && botUrl !== undefined

  function tracked<T>(work: Promise<T>): Promise<T> {
    const settled = work.finally(() => underWay.delete(settled))
    underWay.add(settled)
    return settled
  }

  return {
    log,
    connect(url) {
      botUrl = url
      for (const watcher of watchers) watcher()
    },
    get connected() {
      return botUrl !== undefined
    },
    send: async (activity) => (botUrl ? tracked(persist(structuredClone(activity))) : undefined),
    attempt: (activity, number) => tracked(attempt(activity, number)),
    async idle() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
    expire() {
      for (const [delivery, cut] of open) {
        const isExtension = delivery.name?.startsWith('composeExtension/')
        const patience = isExtension ? limits.extensionTimeoutMs : limits.deliveryTimeoutMs
        if (now() - delivery.at >= patience) cut('The app did not answer in time')
      }
    },
    watch: (watcher) => void watchers.push(watcher),
    async stop() {
      isStopped = true
      for (const cut of open.values()) cut('The service stops')
      await Promise.allSettled(underWay)
      agent.destroy()
    },
  }
}

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** The object that an app answered an invoke with; undefined when the answer is none or no success. */
export function answerOf(delivery: Delivery | undefined): Json | undefined {
  if (!delivery || delivery.status < 200 || delivery.status > 299) return undefined
  if (delivery.response === undefined) return {}
  return isRecord(delivery.response) ? delivery.response : undefined
}
