import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { isRecord } from './args.ts'
import type { Acknowledgement, Envelope, Repetition, RetryReason, Send } from './envelope.ts'
import type { Limits } from './limits.ts'

const MAX_CONNECTIONS = 100

export interface HttpDelivery {
  target: string | undefined
  send: Send
  close(): void
}

/** Events, interactions and commands as signed requests to one address, as Slack sends them to a Request URL. */
export function createHttpDelivery(parts: { limits: Limits; now: () => number; signingSecret: string }): HttpDelivery {
  const { limits, now, signingSecret } = parts
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS })

  function send(target: string, envelope: Envelope, repetition?: Repetition): Promise<Acknowledgement> {
    const { type, body } = encode(envelope)
    const timestamp = Math.floor(now() / 1000)
    const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')
    const headers = {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': `v0=${signature}`,
      ...(repetition && { 'x-slack-retry-num': String(repetition.num), 'x-slack-retry-reason': repetition.reason }),
    }
    return new Promise((resolve) => {
      const fail = (reason: RetryReason): void => {
        clearTimeout(timer)
        resolve({ ok: false, reason, noRetry: false })
      }
      const req = request(target, { method: 'POST', agent, headers }, (res) => {
        const chunks: Buffer[] = []
        res.on('data', (chunk: Buffer) => chunks.push(chunk))
        res.on('error', () => fail('connection_failed'))
        res.on('end', () => {
          clearTimeout(timer)
          const status = res.statusCode ?? 0
          if (status >= 200 && status < 300) return resolve({ ok: true, status, body: decode(chunks) })
          const reason = status >= 300 && status < 400 ? 'too_many_redirects' : 'http_error'
          resolve({ ok: false, status, reason, noRetry: res.headers['x-slack-no-retry'] === '1' })
        })
      })
      const timer = setTimeout(() => {
        fail('http_timeout')
        req.destroy()
      }, limits.ackTimeoutMs)
      req.on('error', () => fail('connection_failed'))
      req.end(body)
    })
  }

  const delivery: HttpDelivery = {
    target: undefined,
    send: (envelope, repetition) =>
      delivery.target === undefined
        ? Promise.resolve({ ok: false, reason: 'connection_failed', noRetry: false })
        : send(delivery.target, envelope, repetition),
    close: () => agent.destroy(),
  }
  return delivery
}

function encode({ kind, payload }: Envelope): { type: string; body: string } {
  if (kind === 'events_api') return { type: 'application/json', body: JSON.stringify(payload) }
  const form = new URLSearchParams(
    kind === 'interactive' ? { payload: JSON.stringify(payload) } : (payload as Record<string, string>),
  )
  return { type: 'application/x-www-form-urlencoded', body: form.toString() }
}

/** The answer to a command may be plain text, which Slack shows as an ephemeral message. */
function decode(chunks: Buffer[]): unknown {
  const text = Buffer.concat(chunks).toString('utf8')
  if (!text) return undefined
  try {
    const body: unknown = JSON.parse(text)
    return isRecord(body) ? body : { text }
  } catch {
    return { text }
  }
}
