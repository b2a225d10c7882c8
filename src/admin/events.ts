import { randomBytes } from 'node:crypto'
import { AppError } from '../lib/errors.ts'
import { faultsOf } from '../lib/faults.ts'
import { type EventMessage, type EventType, endpointSchema } from '../model/event.ts'
import { eventSecretContext, type Secrets } from '../ports/secrets.ts'
import type { EventEndpoint } from '../store/events.ts'
import type { Store } from '../store/index.ts'
import type { Actor } from './actor.ts'
import type { Audit } from './audit.ts'
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

/** Where an account's events go, and what has happened. */
export interface EventAdmin {
  /** 400 `invalid_request` names each fault; 409 `too_many_endpoints`. The secret stands nowhere else. */
  add(wanted: unknown, actor: Actor): Promise<EndpointView & { secret: string }>
  endpoints(account: string): Promise<EndpointView[]>
  /** 404 `endpoint_not_found`. What waits for it is not sent any more. */
  remove(id: string, actor: Actor): Promise<void>
  /** Those behind number `after`, in their order. */
  list(account: string, which: { after: number; limit: number; words: boolean }): Promise<EventMessage[]>
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
      if ((await store.events.endpointsOf(account)).length >= maxEndpoints) {
        throw new AppError('too_many_endpoints', errors.tooManyEndpoints(maxEndpoints), { status: 409 })
      }
      const { url, types, include } = parsed.data
      const secret = newSecret()
      const endpoint: EventEndpoint = {
        ...{ id: `ep_${randomBytes(8).toString('hex')}`, account, url, types, words: include.includes('words') },
        ...{ secret: secrets.seal(secret, eventSecretContext(account)), createdAt: now() },
      }
      const what = types.length === 0 ? 'all events' : types.join(', ')
      const entry = { action: 'event.subscribe', summary: `${endpoint.id} at ${new URL(url).host}: ${what}` }
      await audit.commit(actor, entry, [store.events.addEndpointStep(endpoint)])
      return { ...viewOf(endpoint), secret }
    },

    async endpoints(account) {
      return (await store.events.endpointsOf(account)).map(viewOf)
    },

    async remove(id, actor) {
      const step = store.events.removeEndpointStep(actor.account, id)
      if (await audit.commit(actor, { action: 'event.unsubscribe', summary: id }, [step])) return
      throw new AppError('endpoint_not_found', errors.endpointNotFound, { status: 404 })
    },

    list: (account, { after, limit, words }) => store.events.after(account, after, limit, words),
  }
}

function viewOf({ id, url, types, words, createdAt }: EventEndpoint): EndpointView {
  return { id, url, types, include: words ? ['words'] : [], createdAt: new Date(createdAt).toISOString() }
}
