import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Connected, ToolGrantAdmin } from '../admin/tool-grants.ts'
import { AppError } from '../lib/errors.ts'
import { type Language, languageOf, type Texts } from '../lib/language.ts'
import { endpointNotFound } from './endpoints.ts'
import { plainPage } from './plain-page.ts'
import { sentences } from './words/index.ts'
import type { WrongKeys } from './wrong-keys.ts'

export interface ConnectRoutesParts {
  grants: ToolGrantAdmin
  wrongKeys: WrongKeys
  /** Somebody has come back, with leave or without: what waits for that goes on. */
  onConnected(done: Connected): Promise<void>
}

const cookie = 'parley_connect'
/** As long as a consent page is waited for. */
const cookieSeconds = 600

type OfToken = FastifyRequest<{ Params: { token: string } }>

/**
 * Where people give leave for a server's tools. The link that was shown to them opens a page that says for whom it is; what they press
 * there marks their browser and sends it to the consent page, and only the same browser is taken on its way back: nobody gives
 * somebody else their own leave without having read that.
 */
export async function connectRoutes(app: FastifyInstance, { grants, wrongKeys, onConnected }: ConnectRoutesParts) {
  const { redirectUrl, clientUrl } = grants
  const own = redirectUrl === undefined ? undefined : new URL(redirectUrl)
  const isSecure = own?.protocol === 'https:'

  /** Whoever guesses is slowed down, and what goes wrong is said on a page. */
  function refused(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
    if (!(error instanceof AppError)) throw error
    const told = error.code === 'connect_link_is_gone' ? wrongKeys.refuse(request.ip, error) : error
    return page(request, reply.code(told.status), {
      title: sentences.connect.notConnected,
      lines: [typeof told.say === 'string' ? { en: told.say, ja: told.say } : told.say],
    })
  }

  app.get('/connect/client.json', async (_request, reply) => {
    if (clientUrl === undefined) throw endpointNotFound()
    const client = {
      client_id: clientUrl,
      client_name: 'Parley',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
    return reply.header('cache-control', 'max-age=3600').send(client)
  })

  app.get('/connect/back', async (request, reply) => {
    try {
      const params = new URLSearchParams(request.url.split('?')[1] ?? '')
      const done = await grants.finish(params, browserOf(request))
      await onConnected(done)
      if (!done.isGiven)
        return page(request, reply, { title: sentences.connect.notConnected, lines: [sentences.connect.denied] })
      const { server, host, agent, by, isOwn } = done
      const lines = isOwn
        ? sentences.connect.done(agent, server, host, by)
        : sentences.connect.doneForAll(agent, server, host)
      return page(request, reply, { title: sentences.connect.connected, lines: [lines, sentences.connect.close] })
    } catch (error) {
      return refused(request, reply, error)
    }
  })

  // Looking changes nothing: whatever previews links looks at them too.
  app.get('/connect/:token', async (request: OfToken, reply) => {
    try {
      const { server, host, agent, by, isOwn } = await grants.look(request.params.token)
      const what = isOwn
        ? sentences.connect.about(agent, server, host, by)
        : sentences.connect.aboutAll(agent, server, host)
      const lines = [what, ...(isOwn ? [sentences.connect.onlyYou(by)] : [])]
      return page(request, reply, { title: sentences.connect.title, lines, submit: sentences.connect.go })
    } catch (error) {
      return refused(request, reply, error)
    }
  })

  app.post('/connect/:token', async (request: OfToken, reply) => {
    try {
      // Another page cannot press the button for somebody.
      if (request.headers.origin !== own?.origin)
        throw new AppError('connect_own_page_only', sentences.connect.ownPageOnly, { status: 403 })
      const browser = browserOf(request) ?? randomBytes(32).toString('base64url')
      const url = await grants.begin(request.params.token, browser)
      const flags = `HttpOnly; SameSite=Lax; Path=/connect; Max-Age=${cookieSeconds}${isSecure ? '; Secure' : ''}`
      return reply.headers({ ...unkept, 'set-cookie': `${cookie}=${browser}; ${flags}` }).redirect(url, 303)
    } catch (error) {
      return refused(request, reply, error)
    }
  })
}

const unkept = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

const browserOf = ({ headers }: FastifyRequest): string | undefined =>
  new RegExp(`(?:^|;\\s*)${cookie}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1]

interface Said {
  title: Texts
  lines: readonly Texts[]
  submit?: Texts
}

function page(request: FastifyRequest, reply: FastifyReply, { title, lines, submit }: Said): FastifyReply {
  const language: Language = languageOf(request.headers['accept-language'] ?? 'en')
  const say = (texts: Texts) => texts[language].replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const { html, policy } = plainPage(language, {
    title: say(title),
    lines: lines.map(say),
    codes: [],
    ...(submit && { submit: say(submit) }),
  })
  return reply
    .headers({ ...unkept, 'content-security-policy': policy, vary: 'accept-language' })
    .type('text/html; charset=utf-8')
    .send(html)
}
