import { randomBytes } from 'node:crypto'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'
import { reachableUrl } from '../lib/reachable-url.ts'
import { hostOf } from './one-host.ts'
import { closedPage } from './playground-closed.ts'
import { sameSecret } from './same-secret.ts'
import { sentences } from './words/index.ts'
import type { WrongKeys } from './wrong-keys.ts'

/** What stands between the playground and everybody else. */
export interface PlaygroundGate {
  /** The address that opens it, on the server at `url`. */
  address(url: string): string
  /** A hook of its page and its routes. Who is refused hears why: in a page where a browser asks for one, else by an `AppError`. */
  check(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>
}

/**
 * The playground has no login: whoever reaches it talks as anybody. So it is for this machine alone, and for whoever knows the
 * token in the address that was printed, which is another one in each process. It becomes a cookie, and leaves the address bar.
 */
export function createPlaygroundGate(wrongKeys: WrongKeys): PlaygroundGate {
  const token = randomBytes(32).toString('base64url')
  const isToken = sameSecret(token)

  function tokenRefusal(given: string | undefined, request: FastifyRequest): AppError | undefined {
    if (given === undefined) return closed()
    return isToken(given) ? undefined : wrongKeys.refuse(request.ip, closed())
  }

  return {
    address(url) {
      const page = new URL(reachableUrl(url))
      page.searchParams.set('token', token)
      return page.href
    },

    async check(request, reply) {
      const given = tokenOf(request)
      const refusal = strangerRefusal(request) ?? tokenRefusal(given ?? cookieOf(request), request)
      if (refusal) return refuse(refusal, request, reply)
      if (given === undefined) return undefined
      return reply
        .headers({ ...unkept, 'set-cookie': `${cookieName(request)}=${token}; Path=/; HttpOnly; SameSite=Strict` })
        .redirect('/', 303)
    },
  }
}

/** Nobody keeps the answer, or tells another site where it came from. */
const unkept = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

function refuse(refusal: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!/\btext\/html\b/.test(request.headers.accept ?? '')) throw refusal
  const { html, policy } = closedPage(refusal, request.headers['accept-language'])
  return reply
    .code(refusal.status)
    .headers({ ...unkept, 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(html)
}

/** Only in the address of the page itself. */
function tokenOf({ routeOptions, query }: FastifyRequest): string | undefined {
  const { token } = query as Record<string, unknown>
  return routeOptions.url === '/' && typeof token === 'string' ? token : undefined
}

function cookieOf(request: FastifyRequest): string | undefined {
  const name = `${cookieName(request)}=`
  const cookies = request.headers.cookie?.split(/;\s*/) ?? []
  return cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length)
}

/** Cookies are of a host with all its ports, on each of which another Parley may run. */
function cookieName(request: FastifyRequest): string {
  return `parley-playground-${request.socket.localPort}`
}

/** A request that came through a proxy is from wherever the proxy is reached from, though it looks like one of this machine. */
const forwarding =
  /^(?:forwarded|x-(?:original-)?forwarded(?:-.*)?|x-original-(?:host|url|uri)|x-real-ip|via|cdn-loop|x-envoy-(?:external-address|.*client.*|original-.*)|(?:x-|x-cluster-|true-|fly-|fastly-)client-ip|cf-(?:connecting-ip(?:v6)?|ray|visitor))$/

/**
 * Only this machine, and only our own page in a browser: another site could otherwise write to it, or point a name of its own at
 * 127.0.0.1 and read it.
 */
function strangerRefusal(request: FastifyRequest): AppError | undefined {
  const { origin } = request.headers
  const host = hostOf(request)
  const site = request.headers['sec-fetch-site']
  if (Object.keys(request.headers).some((name) => forwarding.test(name))) {
    return new AppError('forwarded', sentences.playgroundForwarded, { status: 403 })
  }
  if (!isLoopbackAddress(request.socket.remoteAddress) || !isLoopbackName(host)) {
    return new AppError('loopback_only', sentences.playgroundLoopbackOnly, { status: 403 })
  }
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const foreign = (origin !== undefined && !isOriginOf(origin, host)) || site === 'cross-site' || site === 'same-site'
  return !reads && foreign ? new AppError('cross_origin', sentences.playgroundCrossOrigin, { status: 403 }) : undefined
}

function closed(): AppError {
  return new AppError('playground_closed', sentences.playgroundClosed, { status: 403 })
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

function isLoopbackAddress(address = ''): boolean {
  return isIPv4(address) ? loopback.check(address, 'ipv4') : isIPv6(address) && loopback.check(address, 'ipv6')
}

export function isLoopbackName(host: string): boolean {
  const { hostname } = URL.parse(`http://${host}`) ?? { hostname: '' }
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''))
  )
}

function isOriginOf(origin: string, host: string): boolean {
  return URL.parse(origin)?.origin === URL.parse(`http://${host}`)?.origin
}
