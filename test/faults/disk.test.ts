import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { describe, it, type TestContext } from 'vitest'
import { createDiscordSimulator } from '../../console/stand-ins/discord/index.ts'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { createTeamsSimulator } from '../../console/stand-ins/teams/index.ts'
import { ANN as annInTeams, DIRECT as inTeams } from '../adapters/teams/harness.ts'
import { some } from '../support/extent.ts'
import { startModelServer } from '../support/model-server.ts'
import { startProcess } from '../support/parley-process.ts'
import { textOf } from '../support/slack-text.ts'
import { failCalls, hasStrace } from '../support/strace.ts'
import { tempFolder } from '../support/temp-folder.ts'

const annInDiscord = '1200000000000000011'
const discordApp = '1200000000000000001'

interface Room {
  name: string
  say(text: string): void
  /** What the app has shown to Ann, the notes for her alone too. */
  shown(): string[]
}

const people = [
  { id: 'U0ANN', name: 'ann', real_name: 'Ann', is_bot: false },
  ...Array.from({ length: 20 }, (_, n) => ({ id: `U${100 + n}`, name: `p${n}`, real_name: `P ${n}`, is_bot: false })),
]

/** The built server with all platforms before it, and a model. */
async function house({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const slack = createSlackSimulator({
    users: people,
    limits: { retryDelaysMs: [2000, 4000, 8000], enforceRates: false },
  })
  const discord = createDiscordSimulator({ limits: { identifyWindowMs: 0 } })
  const teams = createTeamsSimulator({ limits: { enforceRates: false } })
  const models = await startModelServer()
  for (const one of [slack, discord, teams]) {
    await one.start()
    onTestFinished(() => one.stop())
  }
  onTestFinished(() => models.stop())
  const folder = tempFolder(onTestFinished)
  const env = { ...process.env, PARLEY_DATA: folder }
  const command = (...args: string[]) => promisify(execFile)(process.execPath, ['bin/parley.mjs', ...args], { env })
  await command('account', 'set', 'default', '--plan', 'unlimited')
  const { key } = JSON.parse((await command('key', 'issue', '--kind', 'conversation', '--json')).stdout)
  const parley = await startProcess({
    PARLEY_DATA: folder,
    PARLEY_PLAYGROUND: 'off',
    PARLEY_LLM_BASE_URL: models.baseUrl,
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_API_URL: `${slack.url}/api/`,
    DISCORD_BOT_TOKEN: discord.token,
    DISCORD_API_URL: `${discord.url}/api`,
    TEAMS_APP_ID: teams.appId,
    TEAMS_APP_PASSWORD: teams.appPassword,
    TEAMS_TENANT_ID: teams.tenantId,
    TEAMS_APP_TYPE: 'SingleTenant',
    TEAMS_LOGIN_URL: teams.loginUrl,
    TEAMS_OPENID_URL: teams.openIdMetadataUrl,
  })
  onTestFinished(() => parley.kill())
  slack.sendEventsTo(`${parley.url}/slack/events`)
  teams.connect(`${parley.url}/api/messages`)
  const direct = discord.direct(annInDiscord)
  const rooms: Room[] = [
    {
      name: 'Slack',
      say: (text) => void slack.say({ user: 'U0ANN', channel: 'D0ANN', text }),
      shown: () =>
        slack
          .messages('D0ANN', { as: 'U0ANN' })
          .filter(({ user }) => user !== 'U0ANN')
          .map(textOf),
    },
    {
      name: 'Discord',
      say: (text) => void discord.say({ user: annInDiscord, channel: direct, content: text }),
      shown: () =>
        discord
          .messages(direct)
          .filter(({ author }) => author.id === discordApp)
          .map(({ content }) => content),
    },
    {
      name: 'Teams',
      say: (text) => void teams.say({ user: annInTeams, conversation: inTeams, text }),
      shown: () =>
        teams
          .messages(inTeams)
          .filter(({ author, deleted }) => author.bot && !deleted)
          .map((message) => message.text ?? ''),
    },
  ]
  const files = ['parley.db', 'parley.db-wal'].map((name) => join(folder, name))
  const readiness = async () => (await fetch(`${parley.url}/readyz`)).status
  const ask = async (uid: string) => {
    const body = JSON.stringify({ api_key: key, agent_id: 'demo', uid, utterance: 'hello', state: { asked: uid } })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${parley.url}/api`, { method: 'POST', headers, body })
    return { status: response.status, retryAfter: response.headers.get('retry-after') }
  }
  const fail = (how: string) => failCalls(parley.pid, files, [how])
  return { parley, people, rooms, slack, models, folder, readiness, ask, fail }
}

const notKept = /can’t keep anything at the moment/

describe.runIf(hasStrace())('a disk that', { concurrent: true, timeout: 180_000 }, () => {
  const faults = [
    ['is full', 'pwrite64,ftruncate:error=ENOSPC'],
    ['breaks when it is written', 'pwrite64,ftruncate:error=EIO'],
    ['breaks when it is to keep what was written', 'fsync,fdatasync:error=EIO'],
    ['became read-only', 'pwrite64,ftruncate,fsync,fdatasync:error=EROFS'],
  ] as const
  it.for(some(faults, 2))(
    '%s is told of by /readyz, the API and in each chat, and all goes on when it is mended',
    async ([_, how], test) => {
      const { expect } = test
      const { parley, rooms, readiness, fail, ask } = await house(test)
      const answersIn = ({ shown }: Room) => shown().filter((text) => !notKept.test(text)).length
      const answered = async (times: number) => {
        for (const room of rooms) {
          const message = `${room.name}: ${room.shown().join()}\n${parley.output()}`
          await expect.poll(() => answersIn(room), { message }).toBe(times)
        }
      }
      for (const { say } of rooms) say('hello')
      await answered(1)
      expect(await readiness()).toBe(200)

      const mend = await fail(how)
      await expect.poll(readiness).toBe(503)
      for (const { say } of rooms) say('tell me a joke')
      for (const { name, shown } of rooms) {
        await expect.poll(() => shown().at(-1), { message: `${name}\n${parley.output()}` }).toMatch(notKept)
      }
      expect(await ask('ben')).toMatchObject({ status: 503, retryAfter: '5' })

      await mend()
      await expect.poll(readiness).toBe(200)
      // Slack, and the adapter of Discord, tell again what was not acknowledged. Teams does not, so Ann does.
      rooms[2]!.say('tell me a joke')
      await answered(2)
      for (const { say } of rooms) say('hello')
      await answered(3)
    },
  )

  it('breaks in the middle of an answer lets the person know, and the answer comes whole, once', async (test) => {
    const { expect } = test
    const { rooms, models, fail } = await house(test)
    const story = Array.from({ length: 60 }, (_, n) => `Sentence ${n + 1} of the story.`).join(' ')
    models.answer('a story', story, { tps: 20, chunkSize: 25 })
    const [{ say, shown }] = rooms as [Room]
    say('Tell me a story')
    await expect.poll(() => shown().join()).toMatch(/Sentence 2 /)
    const mend = await fail('pwrite64,ftruncate:error=ENOSPC')
    await expect.poll(shown).toContainEqual(expect.stringMatching(/I have your message, but/))
    await mend()
    const stories = () => shown().filter((text) => text.includes('Sentence 1 '))
    await expect.poll(stories).toEqual([story])
  })

  it('fails at a single moment, whichever it is, loses nothing that was acknowledged', async (test) => {
    const { expect } = test
    const { parley, slack, folder, fail, ask, people } = await house(test)
    const moments = ['pwrite64:error=EIO', 'fsync:error=EIO', 'pwrite64:error=ENOSPC'].flatMap((how) =>
      [1, 2, 3, 5, 8].map((nth) => `${how}:when=${nth}`),
    )
    const kept: string[] = []
    for (const [n, how] of moments.entries()) {
      const mend = await fail(how)
      const { id } = people[n + 1]!
      slack.say({ user: id, channel: `D${id.slice(1)}`, text: 'hello' })
      const callers = ['a', 'b', 'c'].map((letter) => `${letter}${n}`)
      const answers = await Promise.all(callers.map(async (uid) => ({ uid, ...(await ask(uid)) })))
      kept.push(...answers.filter(({ status }) => status === 200).map(({ uid }) => uid))
      expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
      await mend()
    }
    const texts = (id: string) =>
      slack
        .messages(`D${id.slice(1)}`)
        .filter(({ user }) => user !== id)
        .map(textOf)
    for (const { id } of people.slice(1, moments.length + 1)) {
      const answers = () => texts(id).filter((text) => !notKept.test(text) && !/I have your message/.test(text)).length
      await expect.poll(answers, { message: `${id}\n${parley.output()}` }).toBe(1)
    }
    await parley.kill()
    const db = new Sqlite(join(folder, 'parley.db'))
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    const found = db.prepare<[], string>("select value from user_state where name = 'asked'").pluck().all()
    db.close()
    expect(kept.length).toBeGreaterThan(moments.length)
    expect(found).toEqual(expect.arrayContaining(kept))
  })
})
