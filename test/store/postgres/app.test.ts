import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator } from '../../../console/stand-ins/slack/index.ts'
import { createApp } from '../../../src/app/index.ts'
import { openSqlite } from '../../../src/store/sqlite.ts'
import { loadConfig } from '../../support/config.ts'
import { emptyDatabase } from '../../support/database.ts'
import { tempFolder } from '../../support/temp-folder.ts'

it('with DATABASE_URL a server keeps everything in PostgreSQL, answers in Slack from it, and is alone on it', async () => {
  const slack = createSlackSimulator()
  await slack.start()
  onTestFinished(() => slack.stop())
  const folder = tempFolder()
  const env = {
    PORT: '0',
    PARLEY_DATA: folder,
    DATABASE_URL: await emptyDatabase(),
    LOG_LEVEL: 'silent',
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: `${slack.url}/api/`,
  }
  const app = await createApp(loadConfig(env))
  let closed: Promise<void> | undefined
  const close = () => (closed ??= app.close())
  onTestFinished(close)
  for (const text of ['Hello', 'Hello again', 'And once more']) slack.say({ user: 'U0ANN', channel: 'D0ANN', text })
  await expect.poll(() => slack.messages('D0ANN').length).toBe(6)
  expect(existsSync(join(folder, 'parley.db'))).toBe(false)
  const elsewhere = loadConfig({ ...env, PARLEY_DATA: tempFolder() })
  await expect(createApp(elsewhere)).rejects.toMatchObject({ code: 'database_in_use' })
  await close()

  // What was answered is there for the next one.
  const next = await createApp(loadConfig(env))
  onTestFinished(() => next.close())
  slack.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Still there?' })
  await expect.poll(() => slack.messages('D0ANN').length).toBe(8)
})

it('a data folder that is not there yet is made, and remembers its database, also where nothing else is kept in it', async () => {
  for (const shared of [{}, { WORKERS: '1' }]) {
    const folder = join(tempFolder(), 'not', 'yet')
    const env = {
      ...{ PORT: '0', PARLEY_DATA: folder, DATABASE_URL: await emptyDatabase(), LOG_LEVEL: 'silent', ...shared },
      PARLEY_KEY: randomBytes(32).toString('base64'),
    }
    await (await createApp(loadConfig(env))).close()
    expect(existsSync(join(folder, 'parley.marker'))).toBe(true)
    const other = loadConfig({ ...env, DATABASE_URL: await emptyDatabase() })
    await expect(createApp(other)).rejects.toMatchObject({ code: 'database_emptier' })
  }
})

it('a server does not begin anew on PostgreSQL beside a folder in which everything is', async () => {
  const folder = tempFolder()
  await (await openSqlite(folder)).close()
  const env = { PORT: '0', PARLEY_DATA: folder, DATABASE_URL: await emptyDatabase(), LOG_LEVEL: 'silent' }
  const started = createApp(loadConfig(env))
  await expect(started).rejects.toMatchObject({
    code: 'database_not_copied',
    message: expect.stringContaining('`parley db copy`'),
  })
})
