import type { App } from '@slack/bolt'
import { AppError } from '../../src/errors.ts'
import { type Channel, callLimitMs, type Inbox } from '../../src/ports/channel.ts'
import { createSender } from './channel.ts'
import { createEventsRoute, type Route } from './http.ts'
import { createIdentify, type Identity } from './identity.ts'
import { readInbound } from './inbound.ts'
import { boltLogger, type Log } from './log.ts'
import { isTrouble } from './outcome.ts'
import type { Body } from './payloads.ts'
import { createSocket } from './socket.ts'
import { createWeb, type Reply } from './web.ts'

export interface SlackOptions {
  /** `xoxb-…` */
  botToken: string
  /** `xapp-…`: receive through Socket Mode. */
  appToken?: string
  /** Receive through `routes`, at a Request URL. */
  signingSecret?: string
  /** Default: https://slack.com/api/ */
  apiUrl?: string
  /** No budgets at all; for measuring throughput. */
  unlimited?: boolean
  log: Log
  now?: () => number
}

export interface Slack {
  channel: Channel
  /** To be mounted on the shared server; none without a signing secret. */
  routes: Route[]
  /** The workspace or organisation that the token belongs to. Rejects with an `AppError` that says what to mend. */
  identify(signal?: AbortSignal): Promise<string>
}

const API_URL = 'https://slack.com/api/'
const FILES = 'https://files.slack.com'

export function createSlack(options: SlackOptions): Slack {
  const { botToken, appToken, signingSecret, apiUrl = API_URL, unlimited, log, now = Date.now } = options
  const web = createWeb({ token: botToken, apiUrl, limitMs: callLimitMs, now })
  const identify = createIdentify(web)
  const fileHosts = [FILES, new URL(apiUrl).origin]
  const { whisper, ...sender } = createSender({ web, identify, fileHosts, unlimited, log, now })
  const running = new Set<Promise<void>>()
  let self: Identity | undefined
  let app: App | undefined
  let socket: ReturnType<typeof createSocket> | undefined

  function track(work: Promise<void>): Promise<void> {
    const done = work.finally(() => running.delete(done))
    running.add(done)
    return done
  }

  /** Resolves when what Slack told is durable, which is when it may be acknowledged. Rejects when Slack is to tell it again. */
  function deliver(body: Body): Promise<void> {
    if (!app) return Promise.reject(new Error('not receiving'))
    // Bolt acknowledges events before anybody has seen them, so its acknowledgement is not passed on; ours is this promise.
    return track(app.processEvent({ body, ack: async () => {} }))
  }

  async function receive(body: Body, inbox: Inbox): Promise<void> {
    const inbound = readInbound(body, self!)
    switch (inbound?.kind) {
      case 'message':
        return inbox.message(inbound.message)
      case 'control':
        return inbox.control(inbound.control)
      case 'press': {
        const note = await inbox.press(inbound.press)
        if (note) void track(whisper(inbound.near, note).then(() => {}))
      }
    }
  }

  async function known(signal?: AbortSignal): Promise<Identity> {
    const identity = await identify(signal)
    if (!('id' in identity)) throw explain(identity, apiUrl)
    return identity
  }

  const channel: Channel = {
    ...sender,
    platform: 'slack',
    async start(inbox) {
      if (!appToken && !signingSecret) {
        const say =
          'Slack needs a way to send events: set SLACK_APP_TOKEN for Socket Mode, or SLACK_SIGNING_SECRET for a Request URL.'
        throw new AppError('slack_not_configured', say)
      }
      const identity = await known()
      self = identity
      const bolt = await import('@slack/bolt')
      app = new bolt.App({
        // Without a token here Bolt neither checks it nor makes a client for every event.
        authorize: async () => ({ botUserId: identity.id }),
        receiver: { init() {}, start: async () => {}, stop: async () => {} },
        logger: boltLogger(log),
        // Own messages are told apart in inbound.ts, where own edits are as well.
        ignoreSelf: false,
        convoStore: false,
      })
      app.use(({ body }) => receive(body as Body, inbox))
      app.error(async (error) => {
        log.error({ err: error }, 'an event from Slack could not be taken in')
        throw error
      })
      if (!appToken) return
      socket = createSocket({ Receiver: bolt.SocketModeReceiver, appToken, apiUrl, log, deliver })
      try {
        await socket.start()
      } catch (error) {
        app = undefined
        throw error
      }
    },
    async stop() {
      app = undefined
      while (running.size > 0) await Promise.allSettled(running)
      await socket?.stop()
    },
  }

  return {
    channel,
    routes: signingSecret ? [createEventsRoute({ signingSecret, now, deliver })] : [],
    identify: async (signal) => (await known(signal)).installation,
  }
}

function explain(reply: Reply, apiUrl: string): AppError {
  if ('error' in reply && !isTrouble(reply.error)) {
    const say = `SLACK_BOT_TOKEN was refused by Slack (${reply.error}). Copy the Bot User OAuth Token (xoxb-…) from OAuth & Permissions of your app at https://api.slack.com/apps.`
    return new AppError('slack_token_refused', say)
  }
  const cause = 'unknown' in reply ? reply.unknown : reply
  return new AppError('slack_unreachable', `Slack could not be reached at ${apiUrl}. Check the network.`, { cause })
}
