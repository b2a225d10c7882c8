import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ConsoleAdmin, ConsolePerson, Opened } from '../../admin/console.ts'
import { consoleWords as words } from '../../admin/words/index.ts'
import { AppError } from '../../lib/errors.ts'
import { hostOf } from '../one-host.ts'
import { isLoopbackName } from '../playground-gate.ts'
import type { WrongKeys } from '../wrong-keys.ts'
import { createCookie } from './cookie.ts'

/** Pages of ours send it with every call, and no form or link of another site can. */
const header = 'x-parley-console'
/** Pages of ours send it with what they ask while nobody does anything there. Whoever sends it is signed out sooner, never later. */
const byItself = 'x-parley-by-itself'

export type ConsoleSessions = ReturnType<typeof createConsoleSessions>

/** Who has signed in to the console, by a cookie that no script reads; and what other sites may not do in their name. */
export function createConsoleSessions(console: ConsoleAdmin, wrongKeys: WrongKeys) {
  const cookie = createCookie(console, { secure: '__Host-parley', plain: 'parley-console' })

  /** Only our own page, at the address it is known by. 403 `cross_origin`. */
  function ownPage(request: FastifyRequest): void {
    const { origin } = request.headers
    const host = hostOf(request)
    // Where nobody said what it is called, it is for this machine alone: another name for it is somebody’s who wants to read along.
    if ((console.url === undefined || console.isLocal) && !isLoopbackName(host)) throw crossOrigin()
    const site = request.headers['sec-fetch-site']
    const own = console.url === undefined || console.isLocal ? `http://${host}` : console.url
    const isOwn = site === undefined ? origin === undefined || origin === own : site === 'same-origin'
    if (!isOwn || request.headers[header] === undefined) throw crossOrigin()
    const reads = request.method === 'GET' || request.method === 'HEAD'
    // Without either header nobody knows which page it was.
    if (!reads && site === undefined && origin === undefined) throw crossOrigin()
  }

  const begin = (request: FastifyRequest, reply: FastifyReply, { token, maxMs }: Opened) =>
    cookie.set(request, reply, token, maxMs)

  return {
    ownPage,
    begin,
    /**
     * Signs that person in for whoever `by` has vouched for, if they are not already. 403 `forbidden` where they administer nothing of the
     * account any more.
     */
    admits: (account: string, person: string, by: string) => async (request: FastifyRequest, reply: FastifyReply) => {
      const token = cookie.of(request)
      const known = token === undefined ? undefined : await console.whose(token, { isDone: true })
      if (known?.account === account && known.person === person) return
      const opened = await console.admit(account, person, by)
      if (!opened) throw new AppError('forbidden', words.notYours, { status: 403 })
      begin(request, reply, opened)
    },
    end: (request: FastifyRequest, reply: FastifyReply) => cookie.set(request, reply, '', 0),
    /** Whether a request comes with a cookie of the console, good or not. */
    has: (request: FastifyRequest): boolean => cookie.of(request) !== undefined,
    /** 401 `signed_out`, 403 `cross_origin`. */
    async whose(request: FastifyRequest, { isDone } = { isDone: isDoneBySomebody(request) }): Promise<ConsolePerson> {
      ownPage(request)
      const token = cookie.of(request)
      if (token === undefined) throw signedOut()
      const person = await console.whose(token, { isDone })
      if (!person) throw wrongKeys.refuse(request.ip, signedOut())
      return person
    },
  }
}

const isDoneBySomebody = (request: FastifyRequest) => request.headers[byItself] === undefined

const signedOut = () => new AppError('signed_out', words.signedOut, { status: 401 })

function crossOrigin(): AppError {
  return new AppError('cross_origin', words.ownPageOnly, { status: 403 })
}
