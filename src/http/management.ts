import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../admin/agents.ts'
import type { Admin } from '../admin/index.ts'
import type { Callers } from './callers.ts'
import { acceptJson } from './json.ts'

const bodyLimit = 1024 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** Who manages agents here; set before a body is read. */
    actor: Actor | undefined
  }
}

type AccountPath = { Params: { uid: string } }
type AgentPath = { Params: { uid: string; agentId: string } }

export interface ManagementParts {
  admin: Pick<Admin, 'agents'>
  callers: Callers
}

/** Create, update and delete agents, as the specification has them. */
export async function managementRoutes(app: FastifyInstance, { admin, callers }: ManagementParts): Promise<void> {
  app.decorateRequest('actor', undefined)

  const authenticate = async (request: FastifyRequest): Promise<void> => {
    const { uid } = request.params as AccountPath['Params']
    const { key, account } = await callers.management(String(request.headers['x-api-key'] ?? ''), uid)
    request.account = account
    request.actor = { account, author: `key:${key}`, door: 'http' }
  }

  await app.register(async (scope) => {
    scope.addHook('onRequest', authenticate)
    // Many clients name a content type even where they send nothing, so this one reads no body.
    scope.delete<AgentPath>('/admin/:uid/agent/:agentId', async (request, reply) => {
      const { agentId } = request.params
      await admin.agents.remove(agentId, request.actor!)
      request.agent = agentId
      return reply.code(204).send()
    })
  })

  await app.register(async (scope) => {
    scope.addHook('onRequest', authenticate)
    acceptJson(scope, bodyLimit)

    scope.post<AccountPath>('/admin/:uid/agent', async (request, reply) => {
      const saved = await admin.agents.create(request.body, request.actor!)
      request.agent = saved.id
      // What is shown once must not lie about in a cache.
      return reply
        .code(201)
        .header('location', `/admin/${encodeURIComponent(request.params.uid)}/agent/${saved.id}`)
        .header('cache-control', 'no-store')
        .send(saved)
    })

    scope.put<AccountPath>('/admin/:uid/agent', async (request, reply) => {
      const saved = await admin.agents.update(request.body, request.actor!)
      request.agent = saved.id
      return reply.header('cache-control', 'no-store').send(saved)
    })
  })
}
