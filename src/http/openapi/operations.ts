import { converse } from './conversation.ts'
import { createAgent, deleteAgent, forgetPerson, getAgent, getUsage, listAgents, updateAgent } from './management.ts'
import type { Operation, Paths } from './operation.ts'
import { headers, json, noKeyNeeded } from './parts.ts'

const healthz: Operation = {
  operationId: 'health',
  tags: ['Operation'],
  summary: 'Is the process alive?',
  description: 'It is, as long as this answers.',
  ...noKeyNeeded,
  responses: { 200: { description: 'It is.', headers: headers(), content: json('Health') } },
}

const readyz: Operation = {
  operationId: 'readiness',
  tags: ['Operation'],
  summary: 'Should it be given work?',
  description:
    'Not while it is ending, nor while nothing can be written to the database, which is tried at most every 5 s. Everything else that does not work is named and is no reason to give it less.',
  ...noKeyNeeded,
  responses: {
    200: { description: 'It should.', headers: headers(), content: json('Readiness') },
    503: { description: 'It should not.', headers: headers(), content: json('Readiness') },
  },
}

const metrics: Operation = {
  operationId: 'metrics',
  tags: ['Operation'],
  summary: 'Figures for Prometheus',
  description: 'Nothing of what people say, and no names of accounts, agents or users.',
  ...noKeyNeeded,
  responses: {
    200: { description: 'The figures.', headers: headers(), content: { 'text/plain': { schema: { type: 'string' } } } },
  },
}

export const operations: Paths = {
  '/api': { post: converse },
  '/admin/{uid}/agent': { get: listAgents, post: createAgent, put: updateAgent },
  '/admin/{uid}/agent/{agentId}': { get: getAgent, delete: deleteAgent },
  '/admin/{uid}/people/{person}/forget': { post: forgetPerson },
  '/admin/{uid}/usage': { get: getUsage },
  '/healthz': { get: healthz },
  '/readyz': { get: readyz },
  '/metrics': { get: metrics },
}
