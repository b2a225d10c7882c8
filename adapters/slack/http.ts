import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Route, RouteRequest, RouteResponse } from '../../src/ports/route.ts'
import type { Body } from './payloads.ts'

const MAX_BYTES = 1024 * 1024
/** Documented: older requests may be replays. */
const MAX_AGE_S = 300

const json = (body: object): RouteResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
})
const plain = (status: number, body = ''): RouteResponse => ({ status, body })

/** The Request URL for events and interactivity. `deliver` rejects when Slack is to send the event again. */
export function createEventsRoute(parts: {
  signingSecret: string
  now: () => number
  /** Resolves with what it is acknowledged with, if not with nothing. */
  deliver: (body: Body) => Promise<object | undefined>
}): Route {
  const { signingSecret, now, deliver } = parts
  return {
    method: 'POST',
    path: '/slack/events',
    async handle({ headers, rawBody, refuse }) {
      if (rawBody.length > MAX_BYTES) return plain(413, 'The body is larger than 1 MiB.')
      const type = String(headers['content-type'] ?? '')
      // Slack's certificate check is not signed, and asks for nothing but an answer.
      if (isForm(type) && /(?:^|&)ssl_check=1(?:&|$)/.test(rawBody.toString('latin1', 0, 200))) return plain(200)
      if (!isSigned(headers, rawBody, signingSecret)) return unsigned(refuse())
      if (!isRecent(headers, now())) return plain(401, 'The request is too old.')
      const body = parse(type, rawBody)
      if (!body) return plain(400, 'The body is neither an event nor an interaction.')
      if (body.type === 'url_verification') {
        const { challenge } = body as { challenge?: unknown }
        return { status: 200, headers: { 'content-type': 'text/plain' }, body: String(challenge ?? '') }
      }
      try {
        const answer = await deliver(body)
        return answer === undefined ? plain(200) : json(answer)
      } catch {
        return plain(500)
      }
    },
  }
}

/** `waitMs`: too many such came from there. */
const unsigned = (waitMs: number): RouteResponse =>
  waitMs > 0
    ? {
        ...plain(429, 'Too many signatures are not valid.'),
        headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
      }
    : plain(401, 'The signature is not valid.')

const isForm = (type: string): boolean => /^application\/x-www-form-urlencoded\b/i.test(type)

function isSigned(headers: RouteRequest['headers'], rawBody: Buffer, secret: string): boolean {
  const timestamp = String(headers['x-slack-request-timestamp'] ?? '')
  const signature = Buffer.from(String(headers['x-slack-signature'] ?? ''))
  const expected = Buffer.from(
    `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:`).update(rawBody).digest('hex')}`,
  )
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}

function isRecent(headers: RouteRequest['headers'], now: number): boolean {
  const timestamp = String(headers['x-slack-request-timestamp'] ?? '')
  return /^\d{1,12}$/.test(timestamp) && Math.abs(now / 1000 - Number(timestamp)) <= MAX_AGE_S
}

/** Events come as JSON; interactions as a form whose `payload` is JSON; slash commands as a form. */
function parse(type: string, rawBody: Buffer): Body | undefined {
  try {
    const text = rawBody.toString('utf8')
    if (/^application\/json\b/i.test(type)) return toBody(JSON.parse(text))
    if (!isForm(type)) return undefined
    const form = new URLSearchParams(text)
    const payload = form.get('payload')
    if (payload !== null) return toBody(JSON.parse(payload))
    return form.has('command') ? (Object.fromEntries(form) as Body) : undefined
  } catch {
    return undefined
  }
}

function toBody(value: unknown): Body | undefined {
  if (!isObject(value)) return undefined
  return value['event'] === undefined || isObject(value['event']) ? (value as Body) : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
