import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Admin } from '../../admin/index.ts'
import { AppError } from '../../lib/errors.ts'
import { faultsOf } from '../../lib/faults.ts'
import { languages } from '../../lib/language.ts'
import { outcomes } from '../../store/recent-turns.ts'
import { sentences } from '../words/index.ts'
import type { ConsoleSessions } from './session.ts'

const listSchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
  agent: z.string().max(64).optional(),
  uid: z.string().max(256).optional(),
  door: z.string().max(64).optional(),
  outcome: z.enum(outcomes).optional(),
  rating: z.enum(['good', 'bad']).optional(),
})
const languageSchema = z.strictObject({ language: z.enum(languages as ['en', 'ja']).default('en') })

/** What the page of conversations asks for, as whoever is signed in. */
export function consoleConversations(app: FastifyInstance, sessions: ConsoleSessions, admin: Admin): void {
  app.get('/agents', async (request) => {
    const { account, person, standing } = await sessions.whose(request)
    const own = (await admin.agents.list({ account, author: person, door: 'console' })).filter(
      ({ id }) => standing.adminOf === 'all' || standing.adminOf.includes(id),
    )
    return own.map(({ id, document }) => ({ id, displayName: document.agent.displayName }))
  })

  app.get('/turns', async (request) => {
    const person = await sessions.whose(request)
    const { limit, cursor, ...filter } = read(listSchema, request.query)
    return admin.conversations.list(person, filter, { limit, cursor })
  })

  app.get<{ Params: { id: string } }>('/turns/:id', async (request) => {
    const { account, person, standing } = await sessions.whose(request)
    const { language } = read(languageSchema, request.query)
    return admin.conversations.read({ account, author: person, door: 'console' }, standing, request.params.id, language)
  })
}

function read<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new AppError('invalid_request', sentences.invalidBody, { faults: faultsOf(schema, given, parsed.error.issues) })
}
