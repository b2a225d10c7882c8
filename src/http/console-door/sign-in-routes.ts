import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Admin } from '../../admin/index.ts'
import { signInMs } from '../../admin/sign-in.ts'
import { AppError } from '../../lib/errors.ts'
import { languageOf } from '../../lib/language.ts'
import type { Log } from '../../lib/log.ts'
import { plainPage } from '../plain-page.ts'
import { sentences } from '../words/index.ts'
import type { WrongKeys } from '../wrong-keys.ts'
import { createCookie } from './cookie.ts'
import type { ConsoleSessions } from './session.ts'

export interface SignInRoutesParts {
  admin: Pick<Admin, 'console' | 'signIn'>
  sessions: ConsoleSessions
  wrongKeys: WrongKeys
  log: Log
}

type OfIssuer = FastifyRequest<{ Params: { id: string } }>

const wishSchema = z.strictObject({ to: z.string().max(500) })
/** What somebody may guess at is asked about more and more slowly. */
const guesses = new Set(['sign_in_gone', 'sign_in_untrue'])

/**
 * Getting in by an issuer's word. The console's own page asks where to send its browser, which marks that browser; only the same one is taken
 * on its way back. `/console/oidc/{id}` is where it comes back to, and the one address that another site may send people to.
 */
export function signInRoutes({ admin, sessions, wrongKeys, log }: SignInRoutesParts) {
  const { signIn } = admin
  const cookie = createCookie(admin.console, { secure: '__Host-parley-sign-in', plain: 'parley-sign-in' })

  /** What goes wrong is said on a page, in the words of whoever is there. */
  function refused(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
    if (!(error instanceof AppError)) throw error
    const { code, cause } = error
    if (cause instanceof Error) log.warn({ code, reason: cause.message }, 'somebody could not sign in to the console')
    const told = guesses.has(code) ? wrongKeys.refuse(request.ip, error) : error
    return page(request, reply.code(told.status), told)
  }

  return {
    /** Of the page's own calls. */
    begin(scope: FastifyInstance): void {
      scope.get('/ways', async () => ({ items: signIn.ways }))

      scope.post('/ways/:id', async (request: OfIssuer, reply) => {
        const { data } = wishSchema.safeParse(request.body)
        const { url, sealed } = await signIn.begin(request.params.id, withinConsole(data?.to))
        cookie.set(request, reply, sealed, signInMs)
        return { url }
      })
    },

    /** Where issuers send people back to. */
    finish(app: FastifyInstance): void {
      app.get('/console/oidc/:id', async (request: OfIssuer, reply) => {
        reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        const sealed = cookie.of(request)
        // It is good for one way back, whatever comes of it.
        if (sealed !== undefined) cookie.set(request, reply, '', 0)
        try {
          const params = new URLSearchParams(request.url.split('?')[1] ?? '')
          const { to, ...opened } = await signIn.finish(request.params.id, params, sealed)
          sessions.begin(request, reply, opened)
          return reply.redirect(to, 303)
        } catch (error) {
          return refused(request, reply, error)
        }
      })
    },
  }
}

/** Nobody is sent anywhere else by signing in here; nor to where one who has a link signs in. */
function withinConsole(wish = ''): string {
  const base = 'http://console.invalid'
  const url = URL.parse(wish, base)
  const isHere = url?.origin === base && /^\/console(?:\/(?!api\/|oidc\/|in$)|$)/.test(url.pathname)
  return isHere ? url.pathname + url.search : '/console'
}

function page(request: FastifyRequest, reply: FastifyReply, { say }: AppError): FastifyReply {
  const language = languageOf(request.headers['accept-language'] ?? 'en')
  const text = (typeof say === 'string' ? say : say[language]).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const { html, policy } = plainPage(language, {
    ...{ title: sentences.notSignedIn[language], lines: [text], codes: [] },
    link: { href: '/console', text: sentences.toConsole[language] },
  })
  return reply
    .headers({ 'content-security-policy': policy, vary: 'accept-language' })
    .type('text/html; charset=utf-8')
    .send(html)
}
