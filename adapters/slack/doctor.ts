import { createHmac } from 'node:crypto'
import { request, WebSocket } from 'undici'
import { type Diagnosed, type Finding, fault, ok, unknown } from '../../src/ports/setup.ts'
import { configToken } from './config-tokens.ts'
import { APPS, CALL_MS, caller, type DoctorCall, parse } from './doctor-call.ts'
import { lookAtSettings } from './doctor-settings.ts'
import { scopesFor } from './manifest.ts'
import type { SlackSettings } from './settings.ts'

const API_URL = 'https://slack.com/api/'

/** Everything between Slack and Parley that has to be right, in the order in which it matters. */
export async function* diagnose({
  env,
  url,
  installations,
  settings,
  fix = false,
}: Diagnosed): AsyncGenerator<Finding> {
  const { SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET, SLACK_CLIENT_ID } = env
  const call = caller(env['SLACK_API_URL'] ?? API_URL)
  const wants = (settings as SlackSettings | undefined)?.wants
  const needed = scopesFor(wants)
  if (!SLACK_BOT_TOKEN && !SLACK_CLIENT_ID) {
    const say = `Neither SLACK_BOT_TOKEN nor SLACK_CLIENT_ID is set. Make an app of what \`parley slack manifest\` prints at ${APPS}, install it, and copy its Bot User OAuth Token.`
    return yield fault('configuration', say)
  }
  const apps = new Set<string>()
  if (SLACK_BOT_TOKEN) yield* workspace(call, { what: 'bot token', token: SLACK_BOT_TOKEN, needed }, apps)
  if (SLACK_CLIENT_ID && installations.length === 0) {
    yield fault(
      'installations',
      `No workspace has installed the app. Open ${url}/slack/install, through its public address.`,
    )
  }
  for (const { name, id, credentials } of SLACK_BOT_TOKEN ? [] : installations) {
    const { token } = JSON.parse(credentials!) as { token: string }
    yield* workspace(call, { what: `${name} (${id})`, token, needed }, apps)
  }
  if (SLACK_APP_TOKEN) yield* socketMode(call, SLACK_APP_TOKEN, apps)
  if (SLACK_SIGNING_SECRET) yield* requestUrl(url, SLACK_SIGNING_SECRET)
  // What stands in front of it may change what was signed, or keep it back.
  const { PUBLIC_URL } = env
  if (SLACK_SIGNING_SECRET && PUBLIC_URL)
    yield* requestUrl(PUBLIC_URL.replace(/\/$/, ''), SLACK_SIGNING_SECRET, 'public')
  if (!SLACK_APP_TOKEN && !SLACK_SIGNING_SECRET) {
    const say = `Slack has no way to tell Parley anything. Set SLACK_APP_TOKEN (an app-level token with connections:write), or SLACK_SIGNING_SECRET and a public address.`
    yield fault('receiving', say)
  }
  yield* lookAtSettings(call, await configToken(call, env), [...apps][0], {
    fix,
    bySocket: Boolean(SLACK_APP_TOKEN),
    byOauth: Boolean(SLACK_CLIENT_ID) && !SLACK_BOT_TOKEN,
    wants,
    publicUrl: PUBLIC_URL,
  })
}

/** A token, who it makes us, and what it may do of what is needed. */
async function* workspace(
  call: DoctorCall,
  { what, token, needed }: { what: string; token: string; needed: readonly string[] },
  apps: Set<string>,
): AsyncGenerator<Finding> {
  const told = await call('auth.test', token)
  if ('failed' in told) return yield fault(what, told.failed)
  const { user, user_id, team, bot_id } = told.answer
  if (told.error) {
    const say = `Slack refuses it (${told.error}). Copy the Bot User OAuth Token (xoxb-…) from OAuth & Permissions of your app at ${APPS}, or install the app again.`
    return yield fault(what, say)
  }
  yield ok(what, `${user} (${user_id}) in ${team}`)
  const missing = needed.filter((scope) => !told.scopes.includes(scope))
  const scopes = `scopes${what === 'bot token' ? '' : ` of ${what}`}`
  yield missing.length === 0
    ? ok(scopes, needed.join(', '))
    : fault(
        scopes,
        `Missing: ${missing.join(', ')}. Add them under OAuth & Permissions of your app and install it again.`,
      )
  const bot = await call('bots.info', token, { bot: String(bot_id) })
  const app = 'answer' in bot && (bot.answer['bot'] as { app_id?: string } | undefined)?.app_id
  if (app) apps.add(app)
}

async function* socketMode(call: DoctorCall, token: string, apps: Set<string>): AsyncGenerator<Finding> {
  const told = await call('apps.connections.open', token)
  if ('failed' in told) return yield fault('app-level token', told.failed)
  if (told.error) {
    const say = `Slack refuses it (${told.error}). Make an app-level token (xapp-…) with connections:write under Basic Information of your app at ${APPS}, and switch Socket Mode on.`
    return yield fault('app-level token', say)
  }
  yield ok('app-level token', 'It may open connections.')
  const hello = await firstFrame(String(told.answer['url']))
  if (hello?.type !== 'hello') {
    const why = hello?.reason ?? 'no greeting came'
    const say = `Slack did not greet the connection (${why}). Something between here and Slack may hold back WebSockets; at most 10 connections of an app are allowed.`
    return yield fault('socket', say)
  }
  const app = hello.connection_info?.app_id
  if (app && apps.size > 0 && !apps.has(app)) {
    const say = `SLACK_APP_TOKEN is of the app ${app}, the bot token of ${[...apps].join(', ')}. Take both from the same app.`
    return yield fault('socket', say)
  }
  if (app) apps.add(app)
  yield ok('socket', `Slack greets it${app ? ` as the app ${app}` : ''}.`)
}

interface Hello {
  type?: string
  reason?: string
  connection_info?: { app_id?: string }
}

/** Undefined when nothing comes. */
function firstFrame(address: string): Promise<Hello | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address)
    const end = (hello?: Hello): void => {
      clearTimeout(timer)
      socket.close()
      resolve(hello)
    }
    const timer = setTimeout(end, CALL_MS)
    socket.addEventListener('message', ({ data }) => end(parse(String(data)) as Hello))
    socket.addEventListener('error', () => end())
    socket.addEventListener('close', () => end())
  })
}

/** Whether the server that runs here takes what this secret has signed, and nothing else. */
async function* requestUrl(url: string, secret: string, at: 'here' | 'public' = 'here'): AsyncGenerator<Finding> {
  const what = at === 'here' ? 'Request URL' : 'public Request URL'
  if (at === 'here' && !/^[0-9a-f]{32}$/.test(secret)) {
    const say =
      'SLACK_SIGNING_SECRET is not 32 characters of 0-9 and a-f, as Slack makes them. Copy the Signing Secret from Basic Information of your app.'
    yield unknown('signing secret', say)
  }
  const target = `${url}/slack/events`
  const challenge = 'parley-doctor'
  const signed = await knock(target, secret, challenge)
  if (signed === undefined) {
    return yield unknown(what, `Nothing answers at ${target}. Start Parley, then look again.`)
  }
  if (signed.status !== 200 || signed.body !== challenge) {
    const say = `${target} answered ${signed.status} to a signed request. Start Parley with this SLACK_SIGNING_SECRET.`
    return yield fault(what, say)
  }
  const forged = await knock(target, `${secret}?`, challenge)
  yield forged?.status === 401
    ? ok(
        what,
        `${target} takes what is signed, and only that.${at === 'here' ? ' Slack needs its public address.' : ''}`,
      )
    : fault(what, `${target} takes what is not signed. It is not Parley that answers there.`)
}

async function knock(target: string, secret: string, challenge: string) {
  const text = JSON.stringify({ type: 'url_verification', challenge })
  const at = Math.floor(Date.now() / 1000)
  const signature = `v0=${createHmac('sha256', secret).update(`v0:${at}:${text}`).digest('hex')}`
  const headers = {
    'content-type': 'application/json',
    'x-slack-request-timestamp': String(at),
    'x-slack-signature': signature,
  }
  try {
    const answer = await request(target, {
      method: 'POST',
      headers,
      body: text,
      signal: AbortSignal.timeout(CALL_MS),
    })
    return { status: answer.statusCode, body: await answer.body.text() }
  } catch {
    return undefined
  }
}
