import { STATUS_CODES } from 'node:http'
import { AppError } from '../../src/lib/errors.ts'
import { languageOf } from '../../src/lib/language.ts'
import { LatestMap } from '../../src/lib/latest.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Route, RouteRequest, RouteResponse } from '../../src/ports/route.ts'
import { words } from './words/index.ts'

const allowed = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Authorization, Content-Type, Accept-Language, Last-Event-ID',
  'access-control-max-age': '3600',
}

/** What a page calls; `origin` is undefined of a page of our own. */
export interface Call {
  request: RouteRequest
  url: URL
  origin: string | undefined
}

export interface EndpointsParts {
  /** Of all sites. */
  origins: ReadonlySet<string>
  log: Log
}

/**
 * Calls of pages. They come from a page of an allowed origin, or nothing is done; keys travel in a header that a page has to know to
 * send, so cookies are of no use here and are never allowed.
 */
export function createEndpoints({ origins, log }: EndpointsParts) {
  const refused = new LatestMap<string, true>(1000)

  /** Browsers say it with whatever crosses origins, and with each POST. A page of our own asks for files and events without. */
  function originOf({ headers }: RouteRequest): string | undefined {
    const { origin } = headers
    if (typeof origin === 'string') {
      if (origins.has(origin)) return origin
      if (!refused.has(origin)) log.warn({ origin }, 'a page of this origin wanted to show a chat: see web.sites')
      refused.set(origin, true)
      throw new AppError('origin_refused', words.originRefused(origin), { status: 403 })
    }
    if (headers['sec-fetch-site'] === 'same-origin') return undefined
    throw new AppError('origin_refused', words.noOrigin, { status: 403 })
  }

  function failed(error: unknown, { headers }: RouteRequest): RouteResponse {
    const known = error instanceof AppError ? error : new AppError('failed', words.failed, { status: 503 })
    if (known !== error) log.error({ err: error }, 'something from a page could not be done')
    const { code, status, say, faults, retryAfterMs } = known
    const detail = typeof say === 'string' ? say : say[languageOf(languageOfPage(headers['accept-language']))]
    const problem = { type: 'about:blank', title: STATUS_CODES[status], status, detail, code }
    return {
      status,
      headers: {
        'content-type': 'application/problem+json; charset=utf-8',
        ...(retryAfterMs !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) }),
      },
      body: JSON.stringify({ ...problem, ...(faults.length > 0 && { errors: faults }) }),
    }
  }

  /** A call and, before it, the browser's question whether it may be made. */
  return function endpoint(
    method: 'GET' | 'POST',
    path: string,
    act: (call: Call) => Promise<RouteResponse>,
    maxBytes = 1e6,
  ) {
    const handle = (run: (call: Call) => Promise<RouteResponse>) => async (request: RouteRequest) => {
      let cors: Record<string, string> = { vary: 'Origin' }
      try {
        const origin = originOf(request)
        if (origin !== undefined) cors = { ...cors, 'access-control-allow-origin': origin }
        const answer = await run({ request, origin, url: new URL(request.url, 'http://parley') })
        return { ...answer, headers: { ...answer.headers, ...cors } }
      } catch (error) {
        const answer = failed(error, request)
        const exposed = { 'access-control-expose-headers': 'Retry-After' }
        return { ...answer, headers: { ...answer.headers, ...cors, ...exposed } }
      }
    }
    const asked: Route = {
      method: 'OPTIONS',
      path,
      handle: handle(async () => ({ status: 204, headers: allowed, body: '' })),
    }
    const route: Route = {
      method,
      path,
      maxBytes,
      handle: handle(act),
    }
    return [asked, route]
  }
}

/** The first that a browser names. */
export const languageOfPage = (header: string | string[] | undefined): string =>
  /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*/.exec(String(header ?? ''))?.[0] ?? 'en'
