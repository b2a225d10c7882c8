import { Redis } from 'ioredis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator } from '../../../console/stand-ins/slack/index.ts'
import { type App, createApp } from '../../../src/app/index.ts'
import type { HouseState } from '../../../src/http/v1/house-state.ts'
import { runCommand } from '../../support/command.ts'
import { loadConfig } from '../../support/config.ts'
import { emptyDatabase } from '../../support/database.ts'
import { findRedis, startRedis } from '../../support/redis.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const key = '0123456789abcdef'.repeat(4)

/** A gateway, a worker and an http process, in this one. */
async function startRoles(shared: { REDIS_URL: string } | { WORKERS: string }) {
  const slack = createSlackSimulator()
  await slack.start()
  onTestFinished(() => slack.stop())
  const database = { DATABASE_URL: await emptyDatabase(), PARLEY_KEY: key, ...shared }
  const start = async (role: string): Promise<App> => {
    const env = {
      ...database,
      PORT: '0',
      PARLEY_DATA: tempFolder(),
      LOG_LEVEL: 'silent',
      ROLES: role,
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_APP_TOKEN: slack.appToken,
      SLACK_API_URL: `${slack.url}/api/`,
    }
    const app = await createApp(loadConfig(env))
    onTestFinished(() => app.close())
    return app
  }
  // At the same moment, on an empty database.
  const [gateway, worker, http] = await Promise.all([start('gateway'), start('worker'), start('http')])
  return { slack, gateway, worker, http, database, start }
}

/** A key of the account of the operator. */
async function keyOf(env: Record<string, string>): Promise<string> {
  let text = ''
  const stdout = { write: (more: string) => (text += more) }
  const argv = ['key', 'issue', '--kind', 'management', '--json']
  await runCommand(argv, { stdout, stderr: stdout, env: { ...env, PARLEY_DATA: tempFolder() } })
  return JSON.parse(text).key
}

async function readinessOf({ url }: App) {
  const told = (await (await fetch(`${url}/readyz`)).json()) as { degraded: { what: string }[] }
  // The database of tests waits for no disk, and is told of.
  return { ...told, degraded: told.degraded.filter(({ what }) => what !== 'database') }
}
const allIsWell = { status: 'ready', checks: { database: true }, degraded: [] }

async function redisUrl(): Promise<{ REDIS_URL: string }> {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  return { REDIS_URL: redis.url }
}

it.runIf(findRedis())('goes on without Redis, and says that it is away', async () => {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const { gateway } = await startRoles({ REDIS_URL: redis.url })
  await expect.poll(() => readinessOf(gateway)).toEqual(allIsWell)
  await redis.stop()
  const away = [{ what: 'redis', why: expect.stringContaining('messages are kept and wait') }]
  await expect.poll(() => readinessOf(gateway)).toEqual({ ...allIsWell, degraded: away })
})

it.runIf(findRedis())('answers what a version before it rang for in Redis, once', async () => {
  const url = await redisUrl()
  const { slack, gateway, worker, start } = await startRoles(url)
  await worker.close()
  slack.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Hello' })
  const redis = new Redis(url.REDIS_URL)
  onTestFinished(() => redis.disconnect())
  const rung = '{parley}:rings:wait'
  await expect.poll(() => redis.llen(rung)).toBeGreaterThan(0)
  await gateway.close()
  // Its keys had another beginning.
  for (const key of await redis.keys('{parley}:*')) await redis.rename(key, key.replace('{parley}', 'parley'))
  const before = rung.replace('{parley}', 'parley')
  // Whoever looked for what waits may have rung once more.
  const rings = await redis.llen(before)
  await Promise.all([start('gateway'), start('worker')])
  await expect.poll(() => slack.messages('D0ANN').length).toBe(2)
  expect(await redis.llen(before)).toBe(rings)
})

describe.each([
  ['through PostgreSQL', async () => ({ WORKERS: '1' })],
  ...(findRedis() ? [['through Redis', redisUrl] as const] : []),
] as const)('processes that ring for each other %s', (_, sharing) => {
  it('receive, answer and serve the API, each what its role is, and say so', async () => {
    const { slack, gateway, worker, http, database } = await startRoles(await sharing())
    slack.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Hello' })
    await expect.poll(() => slack.messages('D0ANN').length).toBe(2)

    for (const one of [gateway, worker, http]) await expect.poll(() => readinessOf(one)).toEqual(allIsWell)
    const statuses = [gateway, worker, http].map(
      async ({ url }) => (await fetch(`${url}/api`, { method: 'POST' })).status,
    )
    expect(await Promise.all(statuses)).toEqual([404, 404, 400])

    // Each says of itself that it runs, and the one that receives tells the others when something came.
    const key = await keyOf(database)
    const stateOf = async () => (await fetch(`${http.url}/v1/state`, { headers: { 'x-api-key': key } })).json()
    await expect.poll(stateOf).toMatchObject({
      processes: [
        { roles: ['http'], isAsked: true, conversations: 0 },
        { isAsked: false, conversations: 0 },
        { isAsked: false, conversations: 0 },
      ],
      platforms: [{ id: 'slack', up: true, connectedSince: expect.any(String), lastEventAt: expect.any(String) }],
    })
    await worker.close()
    const roles = async () => ((await stateOf()) as HouseState).processes.map((one) => one.roles[0])
    expect(await roles()).toEqual(['http', 'gateway'])

    const alone = loadConfig({ DATABASE_URL: database.DATABASE_URL, PORT: '0', PARLEY_DATA: tempFolder() })
    await expect(createApp(alone)).rejects.toMatchObject({ code: 'database_in_use' })
  })
})
