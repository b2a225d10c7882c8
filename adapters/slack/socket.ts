import { setTimeout as sleep } from 'node:timers/promises'
import type { SocketModeReceiver } from '@slack/bolt'
import { AppError } from '../../src/lib/errors.ts'
import { boltLogger, type Log } from './log.ts'
import { isTrouble } from './outcome.ts'
import type { Body } from './payloads.ts'

/** Slack closes a connection several times a day; the other one takes the events meanwhile. */
const CONNECTIONS = 2
const HELLO_MS = 30_000
const CLOSE_MS = 2000
/** A call for a connection is tried once; when to try again is decided here. */
const ONCE = { timeout: 10_000, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true }
const STEADY_MS = 1000
const longer = (wait: number): number => Math.min(30_000, wait * 2 || 250)

type Client = SocketModeReceiver['client']

/**
 * Socket Mode on Bolt's client, which gets only one connection to look after: its own way back waits five seconds, and ends
 * the process when it cannot get in.
 */
export function createSocket(parts: {
  Receiver: typeof SocketModeReceiver
  appToken: string
  apiUrl: string
  log: Log
  /** Resolves with what the event is acknowledged with, if not with nothing; rejects when Slack is to send it again. */
  deliver: (body: Body) => Promise<object | undefined>
}) {
  const { Receiver, appToken, apiUrl, log, deliver } = parts
  const stopping = new AbortController()
  const clients = new Set<Client>()
  const keepers: Promise<void>[] = []
  let open = 0

  /** Resolves once Slack has said hello. */
  async function connect(): Promise<{ closed: Promise<void> }> {
    const { client } = new Receiver({
      appToken,
      autoReconnectEnabled: false,
      logger: boltLogger(log),
      installerOptions: { clientOptions: { slackApiUrl: apiUrl, ...ONCE } },
    })
    client.on('slack_event', (event: Envelope) => void receive(event))
    let isTooMany = false
    client.on('ws_message', (data) => (isTooMany ||= saysTooMany(data)))
    const closed = new Promise<void>((resolve) => client.on('disconnected', () => resolve()))
    const patience = setTimeout(() => void client.disconnect(), HELLO_MS)
    clients.add(client)
    try {
      await client.start()
      if (stopping.signal.aborted) void client.disconnect()
      open++
      const gone = closed.finally(() => {
        open--
        clients.delete(client)
      })
      return { closed: gone }
    } catch (error) {
      clients.delete(client)
      if (isTooMany) throw new AppError('slack_unreachable', tooMany)
      throw error ?? new Error('the connection closed before it was ready')
    } finally {
      clearTimeout(patience)
    }
  }

  async function receive({ body, ack }: Envelope): Promise<void> {
    try {
      await ack(await deliver(body))
    } catch {
      // Said where it went wrong. Without an acknowledgement Slack sends it again, also when only the connection is gone.
    }
  }

  /** Has a connection at all times until it is to stop, at first the one given. */
  async function keep(given?: { closed: Promise<void> }): Promise<void> {
    const { signal } = stopping
    let connection = given
    let wait = 0
    while (!signal.aborted) {
      try {
        await sleep(wait, undefined, { signal })
        connection ??= await connect()
        const since = performance.now()
        await connection.closed
        // One that is closed as soon as it is there is no better than none.
        wait = performance.now() - since > STEADY_MS ? 0 : longer(wait)
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'Slack Socket Mode is not connected; trying again')
        wait = longer(wait)
      }
      connection = undefined
    }
  }

  return {
    /** Whether Slack has a way to us now. */
    connected: () => open > 0,
    /** Resolves with the first connection, or rejects with what to mend; the others follow. */
    async start(): Promise<void> {
      const first = await connect().catch((error) => Promise.reject(explain(error, apiUrl)))
      keepers.push(keep(first))
      while (keepers.length < CONNECTIONS) keepers.push(keep())
    },
    /** Closes the connections; what is being handled should be finished before, so that it can be acknowledged. */
    async stop(): Promise<void> {
      stopping.abort()
      for (const client of clients) void client.disconnect()
      await Promise.race([Promise.all(keepers), sleep(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

interface Envelope {
  body: Body
  ack: (answer?: object) => Promise<void>
}

const tooMany = `Slack takes no more than ten Socket Mode connections of one app, and all of them are open. Each process that receives holds ${CONNECTIONS}: run fewer of them, or receive through a Request URL.`

function saysTooMany(data: unknown): boolean {
  return /"reason"\s*:\s*"too_many_websockets"/.test(String(data))
}

function explain(error: unknown, apiUrl: string): AppError {
  if (error instanceof AppError) return error
  const code = (error as { data?: { error?: string } }).data?.error
  if (!code || isTrouble(code)) {
    return new AppError('slack_unreachable', `Slack could not be reached at ${apiUrl}. Check the network.`, {
      cause: error,
    })
  }
  const say =
    code === 'missing_scope'
      ? `SLACK_APP_TOKEN may not open connections (${code}). Create an app-level token with the scope connections:write under Basic Information of your app at https://api.slack.com/apps.`
      : `SLACK_APP_TOKEN was refused by Slack (${code}). Copy an app-level token (xapp-…) with the scope connections:write from Basic Information of your app at https://api.slack.com/apps, and see that Socket Mode is on.`
  return new AppError('slack_token_refused', say, { cause: error })
}
