import { createHmac } from 'node:crypto'
import { request, WebSocket } from 'undici'
import type { Language } from '../../src/lib/language.ts'
import { type Diagnosed, type Finding, fault, ok, unknown } from '../../src/ports/setup.ts'
import { configToken } from './config-tokens.ts'
import { APPS, CALL_MS, caller, type DoctorCall, parse } from './doctor-call.ts'
import { lookAtSettings } from './doctor-settings.ts'
import { scopesFor } from './manifest.ts'
import type { SlackSettings } from './settings.ts'
import { words as all } from './words/index.ts'

const words = all.doctor

const API_URL = 'https://slack.com/api/'

/** Everything between Slack and Parley that has to be right, in the order in which it matters. */
export async function* diagnose({
  env,
  url,
  installations,
  settings,
  language,
  fix = false,
}: Diagnosed): AsyncGenerator<Finding> {
  const { SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET, SLACK_CLIENT_ID } = env
  const call = caller(env['SLACK_API_URL'] ?? API_URL)
  const wants = (settings as SlackSettings | undefined)?.wants
  const needed = scopesFor(wants)
  if (!SLACK_BOT_TOKEN && !SLACK_CLIENT_ID) {
    return yield fault('configuration', words.noToken(APPS)[language])
  }
  const apps = new Set<string>()
  if (SLACK_BOT_TOKEN) yield* workspace(call, { what: 'bot token', token: SLACK_BOT_TOKEN, needed, language }, apps)
  if (SLACK_CLIENT_ID && installations.length === 0) {
    yield fault('installations', words.notInstalled(url)[language])
  }
  for (const { name, id, credentials } of SLACK_BOT_TOKEN ? [] : installations) {
    const { token } = JSON.parse(credentials!) as { token: string }
    yield* workspace(call, { what: `${name} (${id})`, token, needed, language }, apps)
  }
  if (SLACK_APP_TOKEN) yield* socketMode(call, SLACK_APP_TOKEN, apps, language)
  if (SLACK_SIGNING_SECRET) yield* requestUrl(url, SLACK_SIGNING_SECRET, language)
  // What stands in front of it may change what was signed, or keep it back.
  const { PUBLIC_URL } = env
  if (SLACK_SIGNING_SECRET && PUBLIC_URL)
    yield* requestUrl(PUBLIC_URL.replace(/\/$/, ''), SLACK_SIGNING_SECRET, language, 'public')
  if (!SLACK_APP_TOKEN && !SLACK_SIGNING_SECRET) {
    yield fault('receiving', words.hearsNothing[language])
  }
  yield* lookAtSettings(call, await configToken(call, env), [...apps][0], {
    fix,
    bySocket: Boolean(SLACK_APP_TOKEN),
    byOauth: Boolean(SLACK_CLIENT_ID) && !SLACK_BOT_TOKEN,
    wants,
    publicUrl: PUBLIC_URL,
    language,
  })
}

/** A token, who it makes us, and what it may do of what is needed. */
async function* workspace(
  call: DoctorCall,
  { what, token, needed, language }: { what: string; token: string; needed: readonly string[]; language: Language },
  apps: Set<string>,
): AsyncGenerator<Finding> {
  const told = await call('auth.test', token)
  if ('failed' in told) return yield fault(what, told.failed[language])
  const { user, user_id, team, bot_id } = told.answer
  if (told.error) {
    return yield fault(what, words.tokenRefused(told.error, APPS)[language])
  }
  yield ok(what, words.isBot(String(user), String(user_id), String(team))[language])
  const missing = needed.filter((scope) => !told.scopes.includes(scope))
  const scopes = `scopes${what === 'bot token' ? '' : ` of ${what}`}`
  yield missing.length === 0
    ? ok(scopes, needed.join(', '))
    : fault(scopes, words.scopesMissing(missing.join(', '))[language])
  const bot = await call('bots.info', token, { bot: String(bot_id) })
  const app = 'answer' in bot && (bot.answer['bot'] as { app_id?: string } | undefined)?.app_id
  if (app) apps.add(app)
}

async function* socketMode(
  call: DoctorCall,
  token: string,
  apps: Set<string>,
  language: Language,
): AsyncGenerator<Finding> {
  const told = await call('apps.connections.open', token)
  if ('failed' in told) return yield fault('app-level token', told.failed[language])
  if (told.error) {
    return yield fault('app-level token', words.appTokenRefused(told.error, APPS)[language])
  }
  yield ok('app-level token', words.mayConnect[language])
  const hello = await firstFrame(String(told.answer['url']))
  if (hello?.type !== 'hello') {
    return yield fault('socket', words.notGreeted(hello?.reason ?? words.noGreeting[language])[language])
  }
  const app = hello.connection_info?.app_id
  if (app && apps.size > 0 && !apps.has(app)) {
    return yield fault('socket', words.otherApp(app, [...apps].join(', '))[language])
  }
  if (app) apps.add(app)
  yield ok('socket', words.greets(app)[language])
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
async function* requestUrl(
  url: string,
  secret: string,
  language: Language,
  at: 'here' | 'public' = 'here',
): AsyncGenerator<Finding> {
  const what = at === 'here' ? 'Request URL' : 'public Request URL'
  if (at === 'here' && !/^[0-9a-f]{32}$/.test(secret)) {
    yield unknown('signing secret', words.secretForm[language])
  }
  const target = `${url}/slack/events`
  const challenge = 'parley-doctor'
  const signed = await knock(target, secret, challenge)
  if (signed === undefined) {
    return yield unknown(what, words.noAnswer(target)[language])
  }
  if (signed.status !== 200 || signed.body !== challenge) {
    return yield fault(what, words.signedRefused(target, signed.status)[language])
  }
  const forged = await knock(target, `${secret}?`, challenge)
  if (forged?.status !== 401) return yield fault(what, words.takesForged(target)[language])
  const more = at === 'here' ? [words.needsPublic[language]] : []
  yield ok(what, [words.takesSigned(target)[language], ...more].join(' '))
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
