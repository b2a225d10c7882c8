import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, byKey } from '../admin/actor.ts'
import type { AgentView } from '../admin/agents.ts'
import type { Admin } from '../admin/index.ts'
import { agentIdIn } from '../store/apart.ts'
import type { Callers } from './callers.ts'
import type { Idempotent } from './idempotency.ts'
import { acceptJson } from './json.ts'
import { type RateLimit, takeToken } from './rate-limit.ts'

const bodyLimit = 1024 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** Who manages agents here; set before a body is read. */
    actor: Actor | undefined
  }
}

type AccountPath = { Params: { uid: string } }
type PersonPath = { Params: { uid: string; person: string }; Querystring: { agent?: unknown } }
type AgentPath = { Params: { uid: string; agentId: string } }

export interface ManagementParts {
  admin: Pick<Admin, 'agents' | 'people' | 'usage'>
  callers: Callers
  idempotent: Idempotent
  rateLimit: RateLimit
}

/** Create, update and delete agents, as the specification has them; and, in the same way, look at them and their usage. */
export async function managementRoutes(app: FastifyInstance, parts: ManagementParts): Promise<void> {
  const { admin, callers, idempotent, rateLimit } = parts
  app.decorateRequest('actor', undefined)

  const authenticate = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { uid } = request.params as AccountPath['Params']
    const manager = await callers.management(String(request.headers['x-api-key'] ?? ''), uid, request.ip)
    request.account = manager.account
    await takeToken(rateLimit, manager, reply)
    request.actor = byKey(manager)
  }
  const agentOf = (request: FastifyRequest<AgentPath>) => agentIdIn(request.account, request.params.agentId)
  // Settings are nobody's business but the account's.
  const isPrivate = (reply: FastifyReply) => reply.header('cache-control', 'no-store')

  /** A write that comes again with its `Idempotency-Key` is told what came of it the first time. */
  async function once<T>(request: FastifyRequest, reply: FastifyReply, run: (by: Actor) => Promise<T>): Promise<T> {
    const { answer, isReplayed } = await idempotent(request, request.actor!, run)
    if (isReplayed) reply.header('idempotency-replayed', 'true')
    return answer as T
  }

  await app.register(async (scope) => {
    scope.addHook('onRequest', authenticate)
    // Many clients name a content type even where they send nothing, so this one reads no body.
    scope.delete<AgentPath>('/admin/:uid/agent/:agentId', async (request, reply) => {
      const agentId = agentOf(request)
      await once(request, reply, (by) => admin.agents.remove(agentId, by))
      request.agent = agentId
      return reply.code(204).send()
    })

    scope.get<AccountPath>('/admin/:uid/agent', async (request, reply) => {
      const agents = await admin.agents.list(request.actor!)
      return isPrivate(reply).send({ agents: agents.map(summaryOf) })
    })

    scope.get<AgentPath>('/admin/:uid/agent/:agentId', async (request, reply) => {
      const agent = await admin.agents.get(agentOf(request), request.actor!)
      request.agent = agent.id
      return isPrivate(reply).send(detailsOf(agent))
    })

    scope.post<PersonPath>('/admin/:uid/people/:person/forget', async (request, reply) => {
      const { agent: given } = request.query
      const agent = given === undefined ? undefined : agentIdIn(request.account, String(given))
      const who = { account: request.actor!.account, uids: [request.params.person], agent }
      const { person, at, rows, removed } = await once(request, reply, (by) => admin.people.forget(who, by))
      return isPrivate(reply).send({ receipt: person, at: new Date(at).toISOString(), rows, removed })
    })

    scope.get<AccountPath>('/admin/:uid/usage', async (request, reply) => {
      return isPrivate(reply).send(await admin.usage.report(request.actor!.account, request.query))
    })
  })

  await app.register(async (scope) => {
    scope.addHook('onRequest', authenticate)
    acceptJson(scope, bodyLimit)

    scope.post<AccountPath>('/admin/:uid/agent', async (request, reply) => {
      const saved = await once(request, reply, (by) => admin.agents.create(request.body, by))
      request.agent = saved.id
      // What is shown once must not lie about in a cache either.
      return isPrivate(reply)
        .code(201)
        .header('location', `/admin/${encodeURIComponent(request.params.uid)}/agent/${saved.id}`)
        .send(saved)
    })

    scope.put<AccountPath>('/admin/:uid/agent', async (request, reply) => {
      const saved = await once(request, reply, (by) => admin.agents.update(request.body, by))
      request.agent = saved.id
      return isPrivate(reply).send(saved)
    })
  })
}

/** One of a list: enough to tell agents apart. */
function summaryOf({ id, version, document }: AgentView) {
  const { displayName, description, photoUrl, providerName, scope, llmSettings } = document.agent
  return { id, version, displayName, description, photoUrl, providerName, scope, llm: llmSettings?.llm ?? null }
}

/** `agent` and `webhooks` are what an update would take; rules and scenarios are written elsewhere. */
function detailsOf({ id, version, document, warnings }: AgentView) {
  const { agent, webhooks, rules, scenarios } = document
  return { agent: { id, ...agent }, webhooks, version, rules: rules.length, scenarios: scenarios.length, warnings }
}
