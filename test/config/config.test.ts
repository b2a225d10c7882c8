import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { AppError } from '../../src/lib/errors.ts'
import { loadConfig } from '../support/config.ts'
import { tempFolder } from '../support/temp-folder.ts'

type Env = Record<string, string | undefined>

/** The configuration that ships with Parley, with files in it replaced. */
function folderWith(files: Record<string, string>): string {
  const folder = tempFolder()
  for (const name of ['parley.yaml', 'plans.yaml', 'models.yaml']) cpSync(join('config', name), join(folder, name))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

function faultsOf(env: Env, folder?: string): Record<string, string> {
  try {
    loadConfig(env, folder)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(error.code).toBe('invalid_config')
    return Object.fromEntries(error.faults.map(({ path, message }) => [path, message]))
  }
  return {}
}

const bot = 'xoxb-1234567890-abcdefgh'
const app = 'xapp-1-A0PARLEY-1234567890-abcdefgh'
const tracker = 'https://tracker.example.com'
const teams = {
  ...{ TEAMS_APP_TYPE: 'SingleTenant', TEAMS_APP_ID: '7a11e500-0000-4000-8000-0000000000b0' },
  ...{ TEAMS_TENANT_ID: '7a11e500-0000-4000-8000-00000000001d', TEAMS_APP_PASSWORD: 'a-secret' },
}
const sso = { ...teams, TEAMS_OAUTH_CONNECTION: 'people', TEAMS_OAUTH_SERVERS: tracker }
const oauth = { SLACK_CLIENT_ID: '1234567890.1234567890', SLACK_CLIENT_SECRET: '0123456789abcdef0123456789abcdef' }

describe('without anything set', () => {
  it('has sensible values, and the files say nothing but the defaults', () => {
    const config = loadConfig({})
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataFolder: './data',
      configFolder: 'config',
      logLevel: 'info',
      playground: true,
      llm: { endpoints: { providers: {} }, timeouts: { first: 20_000, between: 15_000, total: 300_000 } },
      chat: { channelMode: 'mention', staleAfterMs: 900_000, feedback: true },
      memory: { turns: 20, keepMs: 2_592_000_000 },
      rules: { levels: [34, 47, 62, 74] },
      utterance: { maxLength: 8000 },
      queue: { perUid: 20 },
      shutdownGraceMs: 10_000,
    })
    expect(config.platforms).toEqual({})
    expect(config).not.toHaveProperty('secretKeys')
    expect(config.plans['default']!.requests).toEqual({ perSecond: 1, burst: 5 })
    expect(config.plans['unlimited']!.requests).toBeNull()
    const folder = folderWith({ 'parley.yaml': '' })
    expect(loadConfig({}, folder)).toEqual({ ...config, configFolder: folder })
  })

  it('reads a variable that is set to nothing as not set', () => {
    expect(loadConfig({ PORT: '', SLACK_BOT_TOKEN: ' ', HOST: undefined, OPENAI_API_KEY: '' })).toEqual(loadConfig({}))
  })
})

describe('the environment', () => {
  it('takes everything it may hold', () => {
    const config = loadConfig({
      HOST: '0.0.0.0',
      PORT: '0',
      TRUST_PROXIES: '10.0.0.0/8, 192.0.2.7',
      PARLEY_DATA: '/srv/parley',
      PARLEY_KEY: Buffer.alloc(32, 7).toString('base64'),
      SLACK_BOT_TOKEN: `${bot}\n`,
      SLACK_APP_TOKEN: app,
      SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef',
      SLACK_API_URL: 'http://127.0.0.1:8080/api',
      OPENAI_API_KEY: 'sk-of-ann',
      PARLEY_LLM_BASE_URL: 'http://localhost:11434/v1',
      PARLEY_LLM_MODEL: 'llama3.2',
      LOG_LEVEL: 'debug',
    })
    expect(config).toMatchObject({
      host: '0.0.0.0',
      port: 0,
      http: { trustProxies: ['10.0.0.0/8', '192.0.2.7'] },
      dataFolder: '/srv/parley',
      logLevel: 'debug',
      playground: false,
      platforms: { slack: { botToken: bot, appToken: app, apiUrl: 'http://127.0.0.1:8080/api/' } },
      llm: {
        endpoints: {
          all: { baseUrl: 'http://localhost:11434/v1', model: 'llama3.2' },
          providers: { openai: { apiKey: 'sk-of-ann' } },
        },
      },
    })
    expect(Buffer.from(config.secretKeys![0]!)).toEqual(Buffer.alloc(32, 7))
  })

  it('takes an app that many workspaces install', () => {
    const { platforms } = loadConfig({ ...oauth, SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef' })
    expect(platforms['slack']).toEqual({
      oauth: { clientId: oauth.SLACK_CLIENT_ID, clientSecret: oauth.SLACK_CLIENT_SECRET },
      signingSecret: '0123456789abcdef0123456789abcdef',
      wants: { faces: false, reactions: false, search: false, unfurls: false, steps: false, canvases: false },
    })
  })

  it.each([
    ['{}', {}],
    ['{ privateThreads: together }', {}],
    ['{ privateThreads: apart }', { threadsApart: true }],
  ])('reads whether threads of Slack are conversations of their own: %s', (section, read) => {
    const at = folderWith({ 'parley.yaml': `slack: ${section}` })
    expect(loadConfig({ ...oauth, SLACK_SIGNING_SECRET: '0123456789abcdef' }, at).platforms['slack']).toEqual({
      oauth: { clientId: oauth.SLACK_CLIENT_ID, clientSecret: oauth.SLACK_CLIENT_SECRET },
      signingSecret: '0123456789abcdef',
      wants: { faces: false, reactions: false, search: false, unfurls: false, steps: false, canvases: false },
      ...read,
    })
  })

  it('takes the key as base64, base64url or hex', () => {
    const bytes = Buffer.alloc(40, 251)
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      expect(Buffer.from(loadConfig({ PARLEY_KEY: bytes.toString(encoding) }).secretKeys![0]!)).toEqual(bytes)
    }
  })

  it.each([
    [{ HOST: 'http://localhost' }, 'HOST', /host name/],
    [{ PORT: '65536' }, 'PORT', /0 to 65535/],
    [{ PORT: '3e3' }, 'PORT', /0 to 65535/],
    [{ TRUST_PROXIES: '10.0.0.0/8,proxy' }, 'TRUST_PROXIES', /addresses or networks/],
    [{ LOG_LEVEL: 'warning' }, 'LOG_LEVEL', /one of .*; did you mean warn\?/],
    [{ PARLEY_PLAYGROUND: 'yes' }, 'PARLEY_PLAYGROUND', /one of auto, on, off/],
    [{ PARLEY_PLAYGROUND: 'on', HOST: '0.0.0.0' }, 'PARLEY_PLAYGROUND', /loopback/],
    [{ PARLEY_KEY: 'c2hvcnQ=' }, 'PARLEY_KEY', /at least 32 bytes/],
    [{ PARLEY_KEY: 'a passphrase that is longer than 32 bytes' }, 'PARLEY_KEY', /base64 or hex/],
    [{ SLACK_APP_TOKEN: app }, 'SLACK_APP_TOKEN', /needs SLACK_BOT_TOKEN/],
    [{ SLACK_SIGNING_SECRET: '0123456789abcdef' }, 'SLACK_SIGNING_SECRET', /needs SLACK_BOT_TOKEN/],
    [{ SLACK_BOT_TOKEN: bot }, 'SLACK_BOT_TOKEN', /needs SLACK_APP_TOKEN .* or SLACK_SIGNING_SECRET/],
    [{ SLACK_CLIENT_ID: '1.2', SLACK_APP_TOKEN: app }, 'SLACK_CLIENT_ID', /needs SLACK_CLIENT_SECRET/],
    [{ SLACK_CLIENT_SECRET: '0123456789abcdef' }, 'SLACK_CLIENT_SECRET', /needs SLACK_CLIENT_ID/],
    [{ ...oauth, SLACK_CLIENT_ID: 'me', SLACK_APP_TOKEN: app }, 'SLACK_CLIENT_ID', /digits and a dot/],
    [oauth, 'SLACK_CLIENT_ID', /needs SLACK_APP_TOKEN .* or SLACK_SIGNING_SECRET/],
    [{ ...oauth, SLACK_BOT_TOKEN: bot, SLACK_APP_TOKEN: app }, 'SLACK_CLIENT_ID', /leave out one/],
    [{ SLACK_CONFIG_TOKEN: bot }, 'SLACK_CONFIG_TOKEN', /a bot token \(xoxb-…\), which belongs in SLACK_BOT_TOKEN/],
    [{ SLACK_BOT_TOKEN: 'xoxp-1-2', SLACK_APP_TOKEN: app }, 'SLACK_BOT_TOKEN', /a user token \(xoxp-…\); .*xoxb-/],
    [{ SLACK_BOT_TOKEN: bot, SLACK_SIGNING_SECRET: 'short' }, 'SLACK_SIGNING_SECRET', /at least 16/],
    [{ SLACK_BOT_TOKEN: bot, SLACK_APP_TOKEN: app, SLACK_API_URL: 'slack.com' }, 'SLACK_API_URL', /URL/],
    [{ DISCORD_BOT_TOKEN: 'Bot a.b.c' }, 'DISCORD_BOT_TOKEN', /three parts/],
    [{ DISCORD_SHARD_COUNT: '2' }, 'DISCORD_SHARD_COUNT', /needs DISCORD_BOT_TOKEN/],
    [{ DISCORD_BOT_TOKEN: 'a.b.c', DISCORD_SHARDS: '0-1' }, 'DISCORD_SHARDS', /needs DISCORD_SHARD_COUNT/],
    [{ DISCORD_BOT_TOKEN: 'a.b.c', DISCORD_SHARDS: '1-4', DISCORD_SHARD_COUNT: '4' }, 'DISCORD_SHARDS', /within 0-3/],
    [{ DISCORD_BOT_TOKEN: 'a.b.c', DISCORD_SHARDS: '2-1', DISCORD_SHARD_COUNT: '4' }, 'DISCORD_SHARDS', /within 0-3/],
    [{ DISCORD_BOT_TOKENS: 'a.b.c' }, 'DISCORD_BOT_TOKENS', /did you mean DISCORD_BOT_TOKEN\?/],
    [{ TEAMS_AUTH: 'none', TEAMS_OWNERS: 'ann@example.com' }, 'TEAMS_OWNERS', /object ids of people in Entra/],
    [{ TEAMS_OWNERS: '7a11e500-0000-4000-8000-0000000000a1' }, 'TEAMS_OWNERS', /needs TEAMS_APP_ID/],
    [{ ...teams, TEAMS_OAUTH_CONNECTION: 'people' }, 'TEAMS_OAUTH_CONNECTION', /needs TEAMS_OAUTH_SERVERS too/],
    [{ ...teams, TEAMS_OAUTH_SERVERS: tracker }, 'TEAMS_OAUTH_SERVERS', /needs TEAMS_OAUTH_CONNECTION too/],
    [{ ...sso, TEAMS_OAUTH_CONNECTION: 'a/b' }, 'TEAMS_OAUTH_CONNECTION', /the name of an OAuth connection/],
    [{ ...sso, TEAMS_OAUTH_SERVERS: `${tracker}/mcp` }, 'TEAMS_OAUTH_SERVERS', /origins of servers of tools/],
    [
      { ...sso, TEAMS_OAUTH_SERVERS: 'http://tracker.example.com' },
      'TEAMS_OAUTH_SERVERS',
      /origins of servers of tools/,
    ],
    [{ ...sso, TEAMS_OAUTH_URL: 'token' }, 'TEAMS_OAUTH_URL', /http or https URL/],
    [
      { TEAMS_OAUTH_CONNECTION: 'people', TEAMS_OAUTH_SERVERS: tracker },
      'TEAMS_OAUTH_CONNECTION',
      /needs TEAMS_APP_ID/,
    ],
    [{ PARLEY_LLM_MODEL: 'llama3.2' }, 'PARLEY_LLM_MODEL', /is no model of models\.yaml; .* needs PARLEY_LLM_BASE_URL/],
    [{ PARLEY_LLM_MODEL: 'gpt-6-luan' }, 'PARLEY_LLM_MODEL', /did you mean gpt-6-luna\?/],
    [{ PARLEY_LLM_MODEL: 'gpt-6-luna' }, 'PARLEY_LLM_MODEL', /of openai, which needs OPENAI_API_KEY too/],
    [{ PARLEY_LLM_BASE_URL: 'localhost:11434' }, 'PARLEY_LLM_BASE_URL', /http or https URL/],
    [{ OPENAI_API_KEY: 'sk-a sk-b' }, 'OPENAI_API_KEY', /white space/],
    [
      { AZURE_OPENAI_API_KEY: 'a' },
      'AZURE_OPENAI_API_KEY',
      /needs AZURE_OPENAI_ENDPOINT and AZURE_OPENAI_DEPLOYMENT too/,
    ],
    [
      { AZURE_OPENAI_API_KEY: 'a', AZURE_OPENAI_DEPLOYMENT: 'b', AZURE_OPENAI_ENDPOINT: 'example' },
      'AZURE_OPENAI_ENDPOINT',
      /does not make a URL/,
    ],
  ] satisfies [Env, string, RegExp][])('refuses %j', (env, name, message) => {
    expect(faultsOf(env)).toEqual({ [name]: expect.stringMatching(message) })
  })

  it('reads the servers that people of Teams are signed in at, by their origins', () => {
    const servers = `${tracker}, http://127.0.0.1:8080/`
    expect(loadConfig({ ...sso, TEAMS_OAUTH_SERVERS: servers }).platforms).toMatchObject({
      teams: { sso: { connection: 'people', servers: [tracker, 'http://127.0.0.1:8080'] } },
    })
    expect(faultsOf({ TEAMS_AUTH: 'none', TEAMS_OAUTH_CONNECTION: 'people', TEAMS_OAUTH_SERVERS: tracker })).toEqual({
      TEAMS_OAUTH_CONNECTION: expect.stringMatching(/needs an app/),
      TEAMS_OAUTH_SERVERS: expect.stringMatching(/needs an app/),
    })
  })

  it('reads who owns Parley in Teams', () => {
    const people = ['7a11e500-0000-4000-8000-0000000000a1', '7a11e500-0000-4000-8000-0000000000a2']
    const config = loadConfig({ TEAMS_AUTH: 'none', TEAMS_OWNERS: people.join(' , ') })
    expect(config.platforms['teams']).toEqual({ owners: people, allowedTenants: [] })
  })

  it.each([
    [{}, undefined],
    [{ DISCORD_SHARD_COUNT: '4' }, { from: 0, to: 3, count: 4 }],
    [
      { DISCORD_SHARDS: '2', DISCORD_SHARD_COUNT: '4' },
      { from: 2, to: 2, count: 4 },
    ],
    [
      { DISCORD_SHARDS: '1-3', DISCORD_SHARD_COUNT: '4' },
      { from: 1, to: 3, count: 4 },
    ],
  ] satisfies [Env, object | undefined][])('reads shards of Discord from %j', (env, shards) => {
    const { discord } = loadConfig({ DISCORD_BOT_TOKEN: 'a.b.c', ...env }).platforms
    expect(discord).toEqual({
      botToken: 'a.b.c',
      autoThread: false,
      reactions: false,
      userInstalls: false,
      ...(shards && { shards }),
    })
  })

  it('says precisely that two tokens are swapped', () => {
    expect(faultsOf({ SLACK_BOT_TOKEN: app, SLACK_APP_TOKEN: bot })).toEqual({
      SLACK_BOT_TOKEN:
        'holds an app-level token (xapp-…), which belongs in SLACK_APP_TOKEN; here goes a bot token (xoxb-…)',
      SLACK_APP_TOKEN:
        'holds a bot token (xoxb-…), which belongs in SLACK_BOT_TOKEN; here goes an app-level token (xapp-…)',
    })
  })

  it.each([
    ['PARLEY_DTA', 'PARLEY_DATA'],
    ['PARLEY_DATA_DIR', 'PARLEY_DATA'],
    ['PARLEY_PORT', 'PORT'],
    ['PARLEY_LLM_URL_BASE', undefined],
    ['SLACK_BOT_TOKN', 'SLACK_BOT_TOKEN'],
    ['SLACK_WEBHOOK_URL', undefined],
    ['SLACK_USER_TOKEN', undefined],
    ['PARLEY_SERVICE_HOST', undefined],
    ['PORTS', undefined],
  ])('finds %s to stand for %s', (name, meant) => {
    expect(faultsOf({ [name]: 'x' })).toEqual(meant ? { [name]: `is not known; did you mean ${meant}?` } : {})
  })

  it('knows which variables of embeddings and mail belong together', () => {
    const embeddings = { PARLEY_EMBEDDINGS_BASE_URL: 'http://127.0.0.1:8080/v1', PARLEY_EMBEDDINGS_MODEL: 'small' }
    const mail = { SMTP_URL: 'smtps://ann:pass@mail.example.com', SMTP_FROM: 'Parley <parley@example.com>' }
    expect(loadConfig({ ...embeddings, ...mail, PARLEY_EMBEDDINGS_API_KEY: 'sk-1' })).toMatchObject({
      embeddings: { baseUrl: 'http://127.0.0.1:8080/v1', model: 'small', apiKey: 'sk-1' },
      smtp: { url: 'smtps://ann:pass@mail.example.com', from: 'Parley <parley@example.com>' },
    })
    expect(faultsOf({ PARLEY_EMBEDDINGS_BASE_URL: 'http://127.0.0.1:8080/v1' })).toEqual({
      PARLEY_EMBEDDINGS_BASE_URL: 'needs PARLEY_EMBEDDINGS_MODEL too',
    })
    expect(faultsOf({ PARLEY_EMBEDDINGS_MODEL: 'small', SMTP_URL: 'smtp://mail.example.com' })).toEqual({
      PARLEY_EMBEDDINGS_MODEL: 'needs PARLEY_EMBEDDINGS_BASE_URL too',
      SMTP_URL: 'needs SMTP_FROM too',
    })
    expect(faultsOf({ SMTP_URL: 'mail.example.com', SMTP_FROM: 'Parley' })).toEqual({
      SMTP_URL: 'must be an smtp or smtps URL',
      SMTP_FROM: 'must be a mail address, alone or as Name <address>',
    })
  })

  it('leaves alone what Kubernetes sets beside a service of our name', () => {
    expect(faultsOf({ PARLEY_PORT: 'tcp://10.0.0.1:3000', PARLEY_PORT_3000_TCP_PROTO: 'tcp' })).toEqual({})
  })

  it('never shows a value in a fault', () => {
    const value = 'Geheim nis-4711'
    const names = [
      'HOST',
      'PORT',
      'LOG_LEVEL',
      'OPENAI_API_KEY',
      'REDIS_URL',
      'PARLEY_KEY',
      'PARLEY_LLM_API_KEY',
      'PARLEY_LLM_BASE_URL',
    ]
    const more = [
      'SLACK_BOT_TOKEN',
      'SLACK_APP_TOKEN',
      'SLACK_SIGNING_SECRET',
      'SLACK_API_URL',
      'PARLEY_PLAYGROUND',
      'SLACK_CLIENT_ID',
    ]
    const env = Object.fromEntries([...names, ...more, 'PARLEY_KEYS'].map((name) => [name, value]))
    const faults = faultsOf(env)
    expect(Object.keys(faults)).toEqual(expect.arrayContaining(Object.keys(env)))
    expect(JSON.stringify(faults)).not.toContain('4711')
  })
})

describe('many processes', () => {
  const database = { DATABASE_URL: 'postgres://parley:secret@db.example.com/parley' }
  const shared = { ...database, PARLEY_KEY: '0123456789abcdef'.repeat(4) }
  const redis = { REDIS_URL: 'redis://:secret@redis.example.com:6379' }

  it('are not there unless something says so: then one does everything', () => {
    for (const env of [{}, database]) {
      expect(loadConfig(env)).not.toHaveProperty('shared')
      expect(loadConfig(env).roles).toEqual(new Set(['gateway', 'worker', 'http']))
    }
  })

  it('share what they have through Redis, or each have a share', () => {
    expect(loadConfig({ ...shared, ...redis }).shared).toEqual({ redisUrl: redis.REDIS_URL, workers: 1 })
    expect(loadConfig({ ...shared, WORKERS: '3' }).shared).toEqual({ workers: 3 })
    const { roles, playground } = loadConfig({ ...shared, ...redis, ROLES: 'gateway, worker' })
    expect(roles).toEqual(new Set(['gateway', 'worker']))
    expect(playground).toBe(false)
  })

  it.each([
    [redis, 'REDIS_URL', /cannot share the file of SQLite: set DATABASE_URL/],
    [{ WORKERS: '2' }, 'WORKERS', /cannot share the file of SQLite/],
    [{ ROLES: 'worker' }, 'ROLES', /cannot share the file of SQLite/],
    [{ ...shared, ROLES: 'worker' }, 'ROLES', /needs REDIS_URL too, or WORKERS/],
    [{ ...shared, ...redis, WORKERS: '2' }, 'WORKERS', /without Redis.*leave it out/],
    [{ ...database, ...redis }, 'REDIS_URL', /needs PARLEY_KEY too, the same for all/],
    [{ ...shared, WORKERS: '0' }, 'WORKERS', /number of all processes/],
    [{ ...shared, REDIS_URL: 'localhost:6379' }, 'REDIS_URL', /must be a Redis URL/],
    [{ ...shared, REDIS_URL: 'redis+sentinel://one.example.com' }, 'REDIS_URL', /name the master behind the hosts/],
    [{ DATABASE_URL: 'mysql://db.example.com' }, 'DATABASE_URL', /must be a PostgreSQL URL/],
    [{ ...shared, WORKERS: '2', PARLEY_PLAYGROUND: 'on' }, 'PARLEY_PLAYGROUND', /of one alone/],
  ] satisfies [Env, string, RegExp][])('are refused with %j', (env, path, message) => {
    expect(faultsOf(env)[path]).toMatch(message)
  })

  it('are refused with a role that nobody has', () => {
    const faults = faultsOf({ ...shared, ...redis, ROLES: 'gateway,wroker' })
    expect(Object.values(faults).join()).toMatch(/gateway, worker, http.*worker/)
  })
})

describe('metrics and documentation', () => {
  const own = '{ port: 9464 }'
  it.each([
    ['127.0.0.1', '', 'here', 'here'],
    ['0.0.0.0', '', 'nowhere', 'here'],
    ['0.0.0.0', 'metrics: { enabled: on }', 'here', 'here'],
    ['127.0.0.1', 'metrics: { enabled: off, port: 9464 }, docs: { enabled: off }', 'nowhere', 'nowhere'],
    ['0.0.0.0', `metrics: ${own}, docs: ${own}`, { host: '127.0.0.1', port: 9464 }, { host: '127.0.0.1', port: 9464 }],
    ['0.0.0.0', 'metrics: { port: 9464, host: 10.0.0.7 }', { host: '10.0.0.7', port: 9464 }, 'here'],
    ['0.0.0.0', 'docs: { enabled: auto }', 'nowhere', 'nowhere'],
    ['127.0.0.1', 'metrics: { port: 3000 }', 'here', 'here'],
  ])('at %s with {%s} are %j and %j', (HOST, http, metrics, docs) => {
    expect(loadConfig({ HOST }, folderWith({ 'parley.yaml': `http: {${http}}\n` })).http).toMatchObject({
      metrics,
      docs,
    })
  })
})

describe('the playground', () => {
  it.each([
    [{}, true],
    [{ HOST: '::1' }, true],
    [{ HOST: 'localhost' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '127.example.com' }, false],
    [{ PARLEY_PLAYGROUND: 'off' }, false],
    [{ SLACK_BOT_TOKEN: bot, SLACK_APP_TOKEN: app }, false],
    [{ SLACK_BOT_TOKEN: bot, SLACK_APP_TOKEN: app, PARLEY_PLAYGROUND: 'on' }, true],
  ] satisfies [Env, boolean][])('with %j is %s', (env, playground) => {
    expect(loadConfig(env).playground).toBe(playground)
  })
})

describe('the files', () => {
  it('say what webhooks may call besides the public Internet', () => {
    const allow = (entries: string) => folderWith({ 'parley.yaml': `webhooks:\n  allow: [${entries}]\n` })
    expect(loadConfig({}, allow('hooks.internal, 10.0.0.0/8, "::1"')).webhooks.allow).toEqual([
      'hooks.internal',
      '10.0.0.0/8',
      '::1',
    ])
    expect(Object.values(faultsOf({}, allow('10.0.0.0/33')))).toEqual([
      'must be a host name, an address, or a network like 10.0.0.0/8',
    ])
  })

  it('are refused with every fault of all of them at once, by line and key', () => {
    const folder = folderWith({
      'parley.yaml': 'chat:\n  channelMode: threads\n  staleAfterMinuts: 5\nmemory:\n  turns: 2.5\nqeue: {}\n',
      'plans.yaml': 'unlimited:\n  agents: -1\n  requests: { perSecond: 0, burst: 1 }\n',
    })
    const faults = faultsOf({ PORT: 'x' }, folder)
    expect(
      Object.fromEntries(Object.entries(faults).map(([path, said]) => [path.replace(`${folder}/`, ''), said])),
    ).toEqual({
      PORT: 'must be a whole number from 0 to 65535; 0 takes any free port',
      'parley.yaml:2 chat.channelMode': 'must be one of mention, thread, all; did you mean thread?',
      'parley.yaml:3 chat.staleAfterMinuts': 'is not known here; did you mean staleAfterMinutes?',
      'parley.yaml:5 memory.turns': 'must be a whole number',
      'parley.yaml:6 qeue': 'is not known here; did you mean queue?',
      'plans.yaml:1 default': 'is required',
      'plans.yaml:2 unlimited.agents': 'must be at least 0',
      'plans.yaml:1 unlimited.scenarios': 'is required',
      'plans.yaml:1 unlimited.webhooks': 'is required',
      'plans.yaml:1 unlimited.conversationsPerMonth': 'is required',
      'plans.yaml:3 unlimited.requests.perSecond': 'must be more than 0',
    })
  })

  it('take four thresholds for rules, none below the one before', () => {
    const faults = (levels: string) => faultsOf({}, folderWith({ 'parley.yaml': `rules:\n  levels: ${levels}\n` }))
    const said = (levels: string) => Object.values(faults(levels))
    expect(said('[0, 50, 50, 100]')).toEqual([])
    expect(said('[50, 40, 60, 80]')).toEqual(['must not fall from one level to the next'])
    expect(said('[0, 50, 50, 101]')).toEqual(['must be at most 100'])
    expect(said('[0, 50, 50]')).toHaveLength(1)
  })

  it('have to be there and to be YAML', () => {
    const folder = folderWith({ 'parley.yaml': 'chat: {\n' })
    expect(faultsOf({}, folder)).toEqual({ [`${folder}/parley.yaml:2`]: expect.stringMatching(/^is not YAML: /) })
    const empty = tempFolder()
    expect(Object.values(faultsOf({}, empty))).toEqual(['is missing', 'is missing', 'is missing'])
  })

  it('come with Parley where a folder has none of its own', () => {
    const here = process.cwd()
    onTestFinished(() => process.chdir(here))
    const folder = tempFolder()
    process.chdir(folder)
    const config = loadConfig({})
    expect(config.configFolder).toBe(join(here, 'config'))
    mkdirSync('config/agents', { recursive: true })
    writeFileSync('config/parley.yaml', 'utterance: {maxLength: 12}\n')
    expect(loadConfig({})).toEqual({ ...config, utterance: { maxLength: 12 }, configFolder: 'config' })
  })

  it('check the models too', () => {
    const folder = folderWith({ 'models.yaml': 'providers: {}\nids: {}\n' })
    expect(faultsOf({}, folder)).toMatchObject({ [`${folder}/models.yaml:2 ids.gpt-4o`]: 'is required' })
  })
})

describe('whom people sign in to the console with', () => {
  const env = { PUBLIC_URL: 'https://parley.example.com', HOUSE_SECRET: 'a-secret' }
  const house = { id: 'house', issuer: 'https://login.example.com', clientId: 'parley', secretEnv: 'HOUSE_SECRET' }
  const people = { 'ann@example.com': 'slack_T0ACME_U0ANN' }
  const folder = (...oidc: object[]) => folderWith({ 'parley.yaml': JSON.stringify({ console: { oidc } }) })
  const issuersOf = (...oidc: object[]) => loadConfig(env, folder(...oidc)).console.issuers
  /** By the last of the names that lead to each. */
  const wrong = (oidc: object[], given: Env = env) =>
    Object.entries(faultsOf(given, folder(...oidc))).map(([path, message]) => [path.split(' ').at(-1), message])

  it('are those of the platform whose issuer it is, or of a list', () => {
    expect(issuersOf({ ...house, people })).toEqual([
      {
        ...{ id: 'house', issuer: house.issuer, clientId: 'parley', clientSecret: 'a-secret', account: 'default' },
        ...{ name: 'login.example.com', scope: 'openid email', people: { claim: 'email', uids: people } },
      },
    ])
    expect(issuersOf({ ...house, people, claim: 'sub', name: 'Ours' })).toMatchObject([
      { name: 'Ours', scope: 'openid' },
    ])
    const ofTenant = 'https://login.microsoftonline.com/7a11e500-0000-4000-8000-00000000001d/v2.0'
    const known = ['https://slack.com', 'https://discord.com', ofTenant, ofTenant.replace(/7a.*1d/, 'common')]
    const issuers = known.map((issuer, n) => ({ ...house, id: `i${n}`, issuer }))
    expect(issuersOf(...issuers).map(({ name, scope, people }) => [name, scope, people])).toEqual([
      ['Slack', 'openid', 'platform'],
      ['Discord', 'openid', 'platform'],
      ['Microsoft', 'openid profile', 'platform'],
      ['Microsoft', 'openid profile', 'platform'],
    ])
    expect(issuersOf({ ...house, issuer: ofTenant, claim: 'oid', people })).toMatchObject([
      { people: { claim: 'oid' } },
    ])
  })

  it('need an address that people come back to, and a secret', () => {
    const address = ['PUBLIC_URL', expect.stringContaining('begin with https://')]
    const { PUBLIC_URL: _, ...nowhere } = env
    expect(wrong([{ ...house, people }], nowhere)).toEqual([address])
    expect(wrong([{ ...house, people }], { ...env, PUBLIC_URL: 'http://parley.example.com' })).toEqual([address])
    expect(wrong([{ ...house, people }], { ...env, PUBLIC_URL: 'http://localhost:3000' })).toEqual([])
    expect(wrong([{ ...house, people }], { PUBLIC_URL: env.PUBLIC_URL })).toEqual([
      ['HOUSE_SECRET', 'must be set to the secret of the client parley, as console.oidc[0] says'],
    ])
    expect(wrong([])).toEqual([])
  })

  it('are told apart, and nobody is whom anybody may say that they are', () => {
    const [at, slack] = ['console.oidc[0].people', { ...house, issuer: 'https://slack.com' }]
    expect(wrong([house])).toEqual([[at, 'is required for this issuer: who is whom, by what its tokens say']])
    expect(wrong([{ ...slack, people }])).toEqual([[at, expect.stringContaining('must be left out')]])
    expect(wrong([{ ...house, people: { ann: 'cli' } }])).toEqual([
      [at, 'cli is no uid of a person, like slack_T0ACME_U0ANN'],
    ])
    expect(wrong([slack, slack])).toEqual([['console.oidc[1].id', 'is taken already']])
    expect(wrong([{ ...slack, id: '../x' }])).toEqual([
      ['console.oidc[0].id', expect.stringContaining('small letters')],
    ])
    expect(wrong([{ ...slack, issuer: 'http://example.com' }])).toHaveLength(1)
  })
})
