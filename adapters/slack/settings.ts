import { z } from 'zod'
import type { Fault } from '../../src/lib/errors.ts'
import { httpUrl, text } from '../../src/lib/variables.ts'
import type { PlatformSettings, Variables } from '../../src/ports/platform.ts'
import type { SlackOptions } from './index.ts'
import type { Wants } from './manifest.ts'

/** `unlimited` is nothing that an operator can set: the benchmarks measure throughput with it. */
export type SlackSettings = Pick<
  SlackOptions,
  'botToken' | 'oauth' | 'appToken' | 'signingSecret' | 'apiUrl' | 'unlimited' | 'wants' | 'threadsApart'
>

/** `slack` of `parley.yaml`. */
export type SlackSection = Required<Wants> & { privateThreads: 'together' | 'apart' }

const env = z.object({
  SLACK_BOT_TOKEN: token('xoxb-', 'a bot token'),
  SLACK_APP_TOKEN: token('xapp-', 'an app-level token'),
  SLACK_SIGNING_SECRET: text(/^\S{16,}$/, 'must be at least 16 characters without white space'),
  SLACK_CLIENT_ID: text(/^[\d.]+$/, 'must be digits and a dot, as Basic Information of the app shows it'),
  SLACK_CLIENT_SECRET: text(/^\S{16,}$/, 'must be at least 16 characters without white space'),
  SLACK_CONFIG_TOKEN: token('xoxe.xoxp-', 'an app configuration token'),
  SLACK_CONFIG_TOKEN_FILE: z.string().optional(),
  SLACK_API_URL: httpUrl,
})

const section = {
  faces: z.boolean().default(false),
  reactions: z.boolean().default(false),
  search: z.boolean().default(false),
  unfurls: z.boolean().default(false),
  steps: z.boolean().default(false),
  canvases: z.boolean().default(false),
  privateThreads: z.enum(['together', 'apart']).default('together'),
}

const otherTokens: { prefix: string; what: string; belongs?: string }[] = [
  { prefix: 'xoxb-', what: 'a bot token', belongs: 'SLACK_BOT_TOKEN' },
  { prefix: 'xapp-', what: 'an app-level token', belongs: 'SLACK_APP_TOKEN' },
  { prefix: 'xoxe.xoxp-', what: 'an app configuration token', belongs: 'SLACK_CONFIG_TOKEN' },
  { prefix: 'xoxp-', what: 'a user token' },
]

function token(prefix: string, what: string) {
  return z
    .string()
    .superRefine((token, context) => {
      const problem = tokenProblem(token, prefix, what)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
    .optional()
}

function tokenProblem(token: string, prefix: string, what: string): string | undefined {
  if (token.startsWith(prefix)) {
    // One that is renewed has a dot in its beginning.
    return /^[\w.-]+$/.test(token) && token.length > prefix.length
      ? undefined
      : `must be ${what}: ${prefix} and what follows it`
  }
  const other = otherTokens.find((known) => token.startsWith(known.prefix))
  return other
    ? `holds ${other.what} (${other.prefix}…)${other.belongs ? `, which belongs in ${other.belongs}` : ''}; here goes ${what} (${prefix}…)`
    : `must be ${what}, which begins with ${prefix}`
}

function faults(set: Variables): Fault[] {
  const faults: Fault[] = []
  const { SLACK_BOT_TOKEN: bot, SLACK_APP_TOKEN: app, SLACK_SIGNING_SECRET: signing } = set
  const { SLACK_CLIENT_ID: client, SLACK_CLIENT_SECRET: clientSecret } = set
  const serves = bot ? 'SLACK_BOT_TOKEN' : client && clientSecret ? 'SLACK_CLIENT_ID' : undefined
  if (serves && !app && !signing) {
    faults.push({
      path: serves,
      message: 'needs SLACK_APP_TOKEN (Socket Mode) or SLACK_SIGNING_SECRET (HTTP) too, to receive anything',
    })
  }
  for (const name of ['SLACK_APP_TOKEN', 'SLACK_SIGNING_SECRET']) {
    if (set[name] && !serves && !client)
      faults.push({ path: name, message: 'needs SLACK_BOT_TOKEN too, or SLACK_CLIENT_ID and SLACK_CLIENT_SECRET' })
  }
  if (client && !clientSecret) faults.push({ path: 'SLACK_CLIENT_ID', message: 'needs SLACK_CLIENT_SECRET too' })
  if (clientSecret && !client) faults.push({ path: 'SLACK_CLIENT_SECRET', message: 'needs SLACK_CLIENT_ID too' })
  if (bot && client) {
    faults.push({
      path: 'SLACK_CLIENT_ID',
      message: 'lets many workspaces install the app, SLACK_BOT_TOKEN serves one: leave out one of them',
    })
  }
  return faults
}

export const settings: PlatformSettings<SlackSettings> = {
  env,
  section,
  faults,
  read(variables: z.infer<typeof env>, { privateThreads, ...wants }: SlackSection) {
    const { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret } = variables
    const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret } = variables
    const apiUrl = variables.SLACK_API_URL?.replace(/\/*$/, '/')
    const receives = { ...(appToken && { appToken }), ...(signingSecret && { signingSecret }) }
    const apart = privateThreads === 'apart' && { threadsApart: true }
    const ways = { ...receives, ...(apiUrl && { apiUrl }), wants, ...apart }
    if (botToken) return { botToken, ...ways }
    return clientId && clientSecret ? { oauth: { clientId, clientSecret }, ...ways } : undefined
  },
}
