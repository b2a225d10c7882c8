import { randomBytes } from 'node:crypto'
import { AppError } from '../lib/errors.ts'
import { faultsOf } from '../lib/faults.ts'
import { type EventMessage, type EventType, endpointSchema } from '../model/event.ts'
import { eventSecretContext, type Secrets } from '../ports/secrets.ts'
import type { EndpointFate, EventDelivery } from '../store/event-deliveries.ts'
import type { EventEndpoint, EventsAsked } from '../store/events.ts'
import type { Store } from '../store/index.ts'
import type { Actor } from './actor.ts'
import type { Audit } from './audit.ts'
import { logLine } from './log-lines.ts'
import { newSecret } from './webhooks.ts'
import { errors } from './words/index.ts'

export interface EndpointView {
  id: string
  url: string
  /** None: all. */
  types: readonly EventType[]
  include: readonly 'words'[]
  createdAt: string
}

/** An endpoint, and how it fares. */
export interface EndpointStanding extends EndpointView {
  isFailing: boolean
  fate: EndpointFate
}

/** Where an account's events go, and what has happened. */
export interface EventAdmin {
  /** 400 `invalid_request` names each fault; 409 `too_many_endpoints`. The secret stands nowhere else. */
  add(wanted: unknown, actor: Actor): Promise<EndpointView & { secret: string }>
  endpoints(account: string): Promise<EndpointStanding[]>
  /** 404 `endpoint_not_found`. What waits for it is not sent any more. */
  remove(id: string, actor: Actor): Promise<void>
  /** `isGivenUp`: only those that some endpoint has not got. */
  list(account: string, which: Omit<EventsAsked, 'givenUpAt'> & { isGivenUp?: boolean }): Promise<EventMessage[]>
  /** On their way to the endpoints that there are, by the event. */
  deliveries(account: string, events: readonly string[]): Promise<Map<string, EventDelivery[]>>
  /**
   * Sends one again, to each endpoint that it was for or would be for now, or to one. What is on its way is left so, and told as `open`.
   * 404 `event_not_found`, `endpoint_not_found`.
   */
  resend(event: string, to: string | undefined, actor: Actor): Promise<{ resent: number; open: number }>
  /** Sends all again that was given up at an endpoint and is still kept. 404 `endpoint_not_found`. */
  resendDead(endpoint: string, actor: Actor): Promise<{ resent: number }>
}

const maxEndpoints = 20

export interface EventAdminParts {
  store: Store
  secrets: Secrets
  audit: Audit
  mayCall?(url: string): boolean
  now: () => number
}

export function createEventAdmin({ store, secrets, audit, mayCall, now }: EventAdminParts): EventAdmin {
  const { events, eventDeliveries } = store

  async function endpoint(account: string, id: string): Promise<EventEndpoint> {
    const found = (await events.endpointsOf(account)).find((one) => one.id === id)
    if (!found) throw endpointNotFound()
    return found
  }

  return {
    async add(wanted, actor) {
      const parsed = endpointSchema.safeParse(wanted)
      if (!parsed.success) {
        const faults = faultsOf(endpointSchema, wanted, parsed.error.issues)
        throw new AppError('invalid_request', errors.invalidEndpoint, { faults })
      }
      if (mayCall?.(parsed.data.url) === false) {
        const message = 'must be an address of the public Internet, or one that `webhooks.allow` of parley.yaml lets in'
        throw new AppError('invalid_request', errors.invalidEndpoint, { faults: [{ path: 'url', message }] })
      }
      const { account } = actor
      if ((await events.endpointsOf(account)).length >= maxEndpoints) {
        throw new AppError('too_many_endpoints', errors.tooManyEndpoints(maxEndpoints), { status: 409 })
      }
      const { url, types, include } = parsed.data
      const secret = newSecret()
      const added: EventEndpoint = {
        ...{ id: `ep_${randomBytes(8).toString('hex')}`, account, url, types, words: include.includes('words') },
        ...{ secret: secrets.seal(secret, eventSecretContext(account)), createdAt: now() },
      }
      const at = { endpoint: added.id, host: new URL(url).host }
      const some = { ...at, types: types.join(', ') }
      const summary = types.length === 0 ? logLine('event.subscribe/all', at) : logLine('event.subscribe/some', some)
      const entry = { action: 'event.subscribe', summary }
      await audit.commit(actor, entry, [events.addEndpointStep(added)])
      return { ...viewOf(added), secret }
    },

    async endpoints(account) {
      const all = await events.endpointsOf(account)
      return Promise.all(
        all.map(async (one) => {
          const fate = await eventDeliveries.fateOf(one.id)
          const isGivenUp = fate.diedAt !== null && fate.diedAt >= (fate.deliveredAt ?? 0)
          return { ...viewOf(one), isFailing: fate.failingSince !== null || isGivenUp, fate }
        }),
      )
    },

    async remove(id, actor) {
      const step = events.removeEndpointStep(actor.account, id)
      if (await audit.commit(actor, { action: 'event.unsubscribe', summary: id }, [step])) return
      throw endpointNotFound()
    },

    async list(account, { isGivenUp, ...which }) {
      const givenUpAt = isGivenUp ? (await events.endpointsOf(account)).map(({ id }) => id) : undefined
      return givenUpAt?.length === 0 ? [] : events.list(account, { ...which, givenUpAt })
    },

    async deliveries(account, those) {
      const there = new Set((await events.endpointsOf(account)).map(({ id }) => id))
      const all = await eventDeliveries.of(those)
      return new Map([...all].map(([event, some]) => [event, some.filter(({ webhook }) => there.has(webhook))]))
    },

    async resend(id, to, actor) {
      const { account } = actor
      const event = await events.byId(account, id, false)
      if (!event) throw new AppError('event_not_found', errors.eventNotFound, { status: 404 })
      const before = (await eventDeliveries.of([id])).get(id) ?? []
      const wants = ({ id: of, types }: EventEndpoint) =>
        types.length === 0 || types.includes(event.type) || before.some(({ webhook }) => webhook === of)
      const all = to === undefined ? (await events.endpointsOf(account)).filter(wants) : [await endpoint(account, to)]
      const those = all.map((one) => ({ one, past: before.findLast(({ webhook }) => webhook === one.id) }))
      const due = those.filter(({ past }) => past?.status !== 'open')
      const open = those.length - due.length
      if (due.length === 0) return { resent: 0, open }
      const steps = due.map(({ one, past }) =>
        past ? eventDeliveries.againStep(past.id) : store.outbox.addEventStep(account, id, one.id, { event: id }),
      )
      const hosts = due.map(({ one }) => new URL(one.url).host).join(', ')
      const entry = {
        action: 'event.resend',
        summary: logLine('event.resend/one', { event: id, type: event.type, hosts }),
      }
      // Void: somebody else has just done the same.
      return (await audit.commit(actor, entry, steps))
        ? { resent: due.length, open }
        : { resent: 0, open: those.length }
    },

    async resendDead(id, actor) {
      const { url } = await endpoint(actor.account, id)
      const { dead } = await eventDeliveries.fateOf(id)
      if (dead === 0) return { resent: 0 }
      const entry = {
        action: 'event.resend',
        summary: logLine('event.resend/dead', { n: dead, host: new URL(url).host }),
      }
      const done = await audit.commit(actor, entry, [eventDeliveries.allAgainStep(id)])
      return { resent: done ? dead : 0 }
    },
  }
}

function viewOf({ id, url, types, words, createdAt }: EventEndpoint): EndpointView {
  return { id, url, types, include: words ? ['words'] : [], createdAt: new Date(createdAt).toISOString() }
}

const endpointNotFound = () => new AppError('endpoint_not_found', errors.endpointNotFound, { status: 404 })
