import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ConsolePerson } from '../../admin/console.ts'
import type { Admin } from '../../admin/index.ts'
import { may } from '../../admin/roles.ts'
import { consoleWords as words } from '../../admin/words/index.ts'
import { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import { eventTypes } from '../../model/event.ts'
import { waitingDoors } from '../../model/message.ts'
import { scopes } from '../../model/scope.ts'
import { firstAccount } from '../../store/accounts.ts'
import { playgroundAccount } from '../../store/apart.ts'
import { acceptJson } from '../json.ts'
import type { WrongKeys } from '../wrong-keys.ts'
import type { Live } from './live.ts'
import { consolePages } from './pages.ts'
import type { ConsoleSessions } from './session.ts'
import { signInRoutes } from './sign-in-routes.ts'

export interface ConsoleRoutesParts {
  admin: Admin
  sessions: ConsoleSessions
  wrongKeys: WrongKeys
  live: Live
  /** Of its built page. */
  folder: string
  log: Log
}

const entrySchema = z.strictObject({ token: z.string().min(20).max(200) })
/** Nobody keeps what only one person may see. */
const unkept = { 'cache-control': 'no-store' }

/** The console's page, and how one gets in and out. What it shows it asks for like any other program. */
export async function consoleRoutes(app: FastifyInstance, parts: ConsoleRoutesParts): Promise<void> {
  const { admin, sessions, wrongKeys, live } = parts
  const { console } = admin
  const signIn = signInRoutes(parts)
  await consolePages(app, parts.folder)
  signIn.finish(app)
  await app.register(
    async (scope) => {
      acceptJson(scope, 4096)
      scope.addHook('onRequest', async (request, reply) => {
        reply.headers(unkept)
        sessions.ownPage(request)
      })

      signIn.begin(scope)

      scope.post('/enter', async (request, reply) => {
        const given = entrySchema.safeParse(request.body)
        const session = given.success ? await console.enter(given.data.token) : undefined
        // Old, used and unknown look alike.
        if (!session) {
          throw wrongKeys.refuse(request.ip, new AppError('link_is_gone', words.linkIsGone, { status: 401 }))
        }
        sessions.begin(request, reply, session)
        return reply.code(204).send()
      })

      scope.post('/leave', async (request, reply) => {
        const { session } = await sessions.whose(request)
        await console.leave(session)
        sessions.end(request, reply)
        return reply.code(204).send()
      })

      const choices = choicesOf(admin)
      scope.get('/me', async (request) => ({ ...me(await sessions.whose(request)), choices }))

      scope.get('/live', async (request, reply) => {
        // A window that is open is nobody who does something.
        const whose = () => sessions.whose(request, { isDone: false })
        const { account } = await whose()
        reply.hijack()
        const mayHear = async () => (await whose()).account === account
        live.listen({ account, response: reply.raw, mayHear })
      })

      scope.get('/sessions', async (request) => {
        const person = await sessions.whose(request)
        const all = await console.list(person.account)
        return all
          .filter((one) => one.person === person.person || may(person.standing, 'owner', {}))
          .map((one) => ({ ...one, isThis: one.id === person.session }))
      })

      scope.delete<{ Params: { id: string } }>('/sessions/:id', async (request, reply) => {
        const person = await sessions.whose(request)
        const { account, standing } = person
        const { id } = request.params
        const isOwn = (await console.list(account)).some((one) => one.id === id && one.person === person.person)
        if (!isOwn && !may(standing, 'owner', {})) throw new AppError('forbidden', words.notYours, { status: 403 })
        await console.revoke(id, { account, author: person.person, door: 'console' })
        return reply.code(204).send()
      })
    },
    { prefix: '/console/api' },
  )
}

/** What the page offers to choose from: what conversations may have come through, as people call it, and what else has a name here. */
function choicesOf({ platforms }: Pick<Admin, 'platforms'>) {
  const doors = [...platforms.all.map(({ id }) => id), ...waitingDoors]
  return { doors: doors.map((id) => ({ id, name: platforms.nameOf(id) })), scopes, eventTypes }
}

function me({ account, person, standing, expiresAt }: ConsolePerson) {
  const { owner, adminOf } = standing
  const of = { plays: account === playgroundAccount, operates: account === firstAccount }
  return { account, person, owner, adminOf, expiresAt, ...of }
}
