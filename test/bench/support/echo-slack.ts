import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import { type Scope, within } from './bench.ts'
import { listen } from './loopback.ts'
import { greeting } from './parley.ts'

const signingSecret = 'a-signing-secret-of-the-benchmarks'
const team = 'T0BENCH'
const bot = 'U0PARLEY'

/** As many mentions at once as there are `conversations`; each next one is sent when the answer to the last has come. */
export interface Talk {
  /** Where events are taken. */
  url: string
  messages: number
  conversations: number
  /** Who writes the nth message. */
  user: (n: number) => string
}

/** The least of Slack's servers: takes every call at once, and sends signed mentions that each begin a thread. */
export async function startEchoSlack(scope: Scope) {
  /** Called with what was posted, by thread. */
  const waiting = new Map<string, (body: string) => void>()
  const server = await listen(scope, (request, response) => void serve(request, response))
  let sent = 0

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const method = request.url!.split('/').at(-1)!
    const answer = JSON.stringify({ ok: true, ...answers[method]?.() })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
    response.end(answer)
    if (method !== 'chat.postMessage') return
    // Bolt's client sends a form, Parley sends JSON.
    const [, thread] = /thread_ts(?:=|":")(\d+\.\d+)/.exec(body)!
    waiting.get(thread!)?.(body)
  }

  const answers: Record<string, () => object> = {
    'auth.test': () => ({ user_id: bot, user: 'parley', team_id: team, team: 'Bench', bot_id: 'B0PARLEY' }),
    'chat.postMessage': () => ({ ts: nextTs(), channel: 'C0GENERAL', message: { text: greeting.answered } }),
  }

  /** Unique, and never long ago. */
  const nextTs = () => `${Math.floor(Date.now() / 1000)}.${String(++sent % 1e6).padStart(6, '0')}`

  async function exchange(pool: Pool, path: string, user: string): Promise<void> {
    const ts = nextTs()
    const { promise: answered, resolve } = Promise.withResolvers<string>()
    waiting.set(ts, resolve)
    const body = mention(user, ts)
    const [acknowledged, posted] = await Promise.all([
      pool.request({ path, method: 'POST', headers: signed(body), body }),
      answered,
    ])
    waiting.delete(ts)
    await acknowledged.body.dump()
    if (acknowledged.statusCode !== 200) throw new Error(`an event was answered ${acknowledged.statusCode}`)
    if (!isGreeting(posted)) throw new Error(`an answer was not the expected one: ${posted}`)
  }

  return {
    env: {
      SLACK_BOT_TOKEN: 'xoxb-bench',
      SLACK_SIGNING_SECRET: signingSecret,
      SLACK_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`,
    },

    /** Mentions one by one, over so many connections: resolves when what was written is acknowledged and answered. */
    open(url: string, connections: number) {
      const { origin, pathname } = new URL(url)
      const pool = new Pool(origin, { connections })
      return { say: (user: string) => exchange(pool, pathname, user), close: () => pool.destroy() }
    },

    /** Resolves with how long it took, in seconds. */
    async talk({ url, messages, conversations, user }: Talk): Promise<number> {
      const { say, close } = this.open(url, conversations)
      let left = messages
      const converse = async () => {
        while (left > 0) await say(user(--left))
      }
      const startedAt = performance.now()
      try {
        await within(60_000 + messages * 10, 'the talk', Promise.all(Array.from({ length: conversations }, converse)))
        return (performance.now() - startedAt) / 1000
      } finally {
        await close()
      }
    },
  }
}

/** Written as JSON or as a form. */
function isGreeting(posted: string): boolean {
  return posted.includes(greeting.answered) || new URLSearchParams(posted).get('text') === greeting.answered
}

function mention(user: string, ts: string): string {
  return JSON.stringify({
    token: 'a-verification-token',
    team_id: team,
    api_app_id: 'A0PARLEY',
    event: {
      type: 'app_mention',
      user,
      team,
      channel: 'C0GENERAL',
      text: `<@${bot}> ${greeting.asked}`,
      ts,
      event_ts: ts,
      client_msg_id: '00000000-0000-4000-8000-000000000000',
    },
    type: 'event_callback',
    event_id: `Ev${ts}`,
    event_time: Math.floor(Number(ts)),
    authorizations: [{ enterprise_id: null, team_id: team, user_id: bot, is_bot: true, is_enterprise_install: false }],
    is_ext_shared_channel: false,
    event_context: 'an-event-context',
  })
}

function signed(body: string): Record<string, string> {
  const timestamp = `${Math.floor(Date.now() / 1000)}`
  const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')
  return {
    'content-type': 'application/json',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${signature}`,
  }
}
