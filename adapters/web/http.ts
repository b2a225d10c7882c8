import { AppError } from '../../src/lib/errors.ts'
import type { Budget, Scope } from '../../src/ports/budget.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Route, RouteRequest, RouteResponse } from '../../src/ports/route.ts'
import type { Transcript } from '../../src/ports/transcript.ts'
import { type Call, createEndpoints, languageOfPage } from './endpoint.ts'
import type { Events } from './events.ts'
import { anonymousSchema, type Visitor } from './inbound.ts'
import { requestsFrom, requestsOf } from './limits.ts'
import { mostFileBytes, type Receiver, read } from './receive.ts'
import type { Site, WebSettings } from './settings.ts'
import type { Visitors } from './visitors.ts'
import { words } from './words/index.ts'

export interface HttpParts {
  settings: WebSettings
  visitors: Visitors
  transcript: Transcript
  events: Events
  /** Undefined while nothing is received. */
  receiver: () => Receiver | undefined
  /** What is said with an agent has an installation to belong to from then on. */
  installed(agent: string): Promise<void>
  budget: Pick<Budget, 'tryTake'>
  log: Log
  now: () => number
}

/** Windows of one visitor at one process: browsers of HTTP/1.1 hold six connections to a host. */
const mostWindows = 12

/** All that pages call. */
export function createRoutes(parts: HttpParts): Route[] {
  const { settings, visitors, transcript, events, receiver, budget, log, now } = parts
  const endpoint = createEndpoints({
    origins: new Set(settings.sites.flatMap((site) => site.origins)),
    log,
  })
  /** Of whom nothing else is known: behind a proxy everybody may come from one address, and who they are is never held to it. */
  const takeFrom = (address: string) => take(requestsFrom(address, settings.perMinute.address))

  function siteOf(agent: string, origin: string | undefined): Site {
    const site = settings.sites.find((one) => one.agent === agent)
    if (!site) throw new AppError('no_site', words.noSite, { status: 404 })
    if (origin !== undefined && !site.origins.includes(origin))
      throw new AppError('origin_refused', words.originRefused(origin), { status: 403 })
    return site
  }

  async function take(scope: Scope): Promise<void> {
    const taken = await budget.tryTake([scope], 'urgent')
    if (taken === 'ok') return
    throw tooFast(taken.retryAt - now())
  }

  async function visitorOf({ request, origin }: Call): Promise<Visitor> {
    const { headers } = request
    const token = /^Bearer (\S+)$/.exec(String(headers['authorization'] ?? ''))?.[1] ?? ''
    const claims = visitors.claims(token, origin)
    if (claims instanceof AppError) {
      // One that was good before, or none, guesses nothing.
      const isWrong = token !== '' && claims.code === 'invalid_token'
      if (!isWrong) await takeFrom(request.address)
      const waitMs = isWrong ? request.refuse() : 0
      throw waitMs > 0 ? tooFast(waitMs) : claims
    }
    siteOf(claims.agent, claims.origin)
    await take(requestsOf(claims.uid, settings.perMinute.visitor))
    const key = await transcript.keyOf(claims.agent, claims.uid)
    if (key === undefined) throw new AppError('agent_not_found', words.noAgent, { status: 404 })
    await parts.installed(claims.agent)
    return { ...claims, key, language: claims.language ?? languageOfPage(headers['accept-language']) }
  }

  function listening(): Receiver {
    const found = receiver()
    if (!found) throw new AppError('unavailable', words.failed, { status: 503, retryAfterMs: 1000 })
    return found
  }

  const tells = (path: string, act: (visitor: Visitor, body: unknown) => Promise<object>) =>
    endpoint('POST', path, async (call) => done(await act(await visitorOf(call), bodyOf(call.request))))

  return [
    ...endpoint('POST', '/web/visitors', async ({ request, origin }) => {
      const { agent, proof } = read(anonymousSchema, bodyOf(request))
      const site = siteOf(agent, origin)
      if (!site.anonymous) throw new AppError('not_anonymous', words.notAnonymous, { status: 403 })
      const known = visitors.known(site, proof)
      await (known === undefined ? takeFrom(request.address) : take(requestsOf(known, settings.perMinute.visitor)))
      return done(visitors.anonymous(site, origin!, known), 201)
    }),
    ...tells('/web/messages', (visitor, body) => listening().message(visitor, body)),
    ...tells('/web/presses', (visitor, body) => listening().press(visitor, body)),
    ...tells('/web/votes', (visitor, body) => listening().vote(visitor, body)),
    ...tells('/web/stop', (visitor) => listening().stop(visitor)),
    ...tells('/web/open', (visitor) => listening().open(visitor, now())),
    ...endpoint(
      'POST',
      '/web/files',
      async (call) => {
        const { rawBody, headers } = call.request
        const visitor = await visitorOf(call)
        const name = (call.url.searchParams.get('name') ?? '').replaceAll(/[\p{Cc}/\\]/gu, '').slice(0, 200) || 'file'
        const mimetype = /^[\w.+-]+\/[\w.+-]+/.exec(String(headers['content-type'] ?? ''))?.[0]
        return done(await listening().file(visitor, rawBody, name, mimetype ?? 'application/octet-stream'), 201)
      },
      mostFileBytes,
    ),
    ...endpoint('GET', '/web/file', async (call) => {
      const { key } = await visitorOf(call)
      const found = await transcript.file(key, call.url.searchParams.get('id') ?? '')
      if (!found) throw new AppError('file_not_found', words.noFile, { status: 404 })
      // It is what somebody sent: no browser is to take it for a page of ours.
      const headers = {
        'content-type': found.mimetype.startsWith('image/') ? found.mimetype : 'application/octet-stream',
        'content-disposition': 'attachment',
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, max-age=3600',
      }
      return { status: 200, headers, body: Buffer.from(found.bytes) }
    }),
    ...endpoint('GET', '/web/events', async (call) => {
      const { key, until } = await visitorOf(call)
      listening()
      if (events.count(key) >= mostWindows)
        throw new AppError('too_many_windows', words.tooManyPages, { status: 429, retryAfterMs: 10_000 })
      const seen = Number(call.request.headers['last-event-id'])
      const after = Number.isSafeInteger(seen) && seen > 0 ? seen : undefined
      const headers = {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Proxies of the nginx family hold back what they may gather.
        'x-accel-buffering': 'no',
      }
      return { status: 200, headers, body: await events.stream({ key, until, after }) }
    }),
  ]
}

const tooFast = (retryAfterMs: number) => new AppError('too_fast', words.tooFast, { status: 429, retryAfterMs })

const done = (value: object, status = 200): RouteResponse => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify(value),
})

function bodyOf({ rawBody }: RouteRequest): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    throw new AppError('invalid_request', words.notJson)
  }
}
