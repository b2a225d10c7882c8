import { describe, expect, it, onTestFinished } from 'vitest'
import { createDiscordSimulator } from '../../console/stand-ins/discord/index.ts'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { createTeamsSimulator } from '../../console/stand-ins/teams/index.ts'
import { agentPerson } from '../adapters/slack/agent-person.ts'
import { enterPlayground } from '../support/enter-playground.ts'
import { startProcess } from '../support/parley-process.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** Real processes that start one after another. */
const timeout = 60_000

/** Parley as `npm start` starts it, with a browser that has opened the playground. */
async function play(dataFolder = tempFolder(), env: Record<string, string> = {}) {
  const parley = await startProcess({ PARLEY_DATA: dataFolder, ...env })
  onTestFinished(() => parley.kill('SIGTERM'))
  const cookie = await enterPlayground(parley.address)
  const post = async (path: string, body: object): Promise<void> => {
    const url = `${parley.url}/playground/${path}`
    const response = await fetch(url, { method: 'POST', headers: { cookie }, body: JSON.stringify(body) })
    expect([200, path]).toEqual([response.status, path])
  }
  /** What a person sees in a pane, as soon as it is like this. */
  async function sees(pane: string, user: string, what: RegExp): Promise<RegExpExecArray> {
    const events = await fetch(`${parley.url}/playground/${pane}/events?user=${user}`, { headers: { cookie } })
    let text = ''
    for await (const chunk of events.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const found = what.exec(text)
      if (found) return found
    }
    throw new Error(`${what} was not seen but ${text}`)
  }
  /** `/agent` as Ann uses it in each pane. */
  const agent: Record<string, (line: string) => Promise<void>> = {
    slack: (text) => post('slack/commands', { user: 'U0ANN', channel: 'C0GENERAL', command: '/agent', text }),
    discord: (line) =>
      post('discord/commands', {
        user: '1200000000000000011',
        channel: '1200000000000000101',
        name: `agent agent ${line}`,
      }),
    // Its list of commands holds what is everybody's; the rest is typed.
    teams: (line) => post('teams/messages', { user: '29:1ann', conversation: 'a:1ann', text: `/agent ${line}` }),
  }
  return { ...parley, post, sees, agent }
}

const ann: Record<string, string> = { slack: 'U0ANN', discord: '1200000000000000011', teams: '29:1ann' }

it('the playground is Ann’s in all its panes at once', { timeout }, async () => {
  const { post, sees, agent } = await play()
  for (const pane of Object.keys(agent)) {
    await post(`${pane}/open`, {})
    await agent[pane]!('list')
    await sees(pane, ann[pane]!, /demo@playground/)
  }
})

it('the stand-ins behind its panes are nobody’s else, though each has a port', { timeout }, async () => {
  const { post, output } = await play(tempFolder(), { LOG_LEVEL: 'info' })
  for (const pane of Object.keys(ann)) await post(`${pane}/open`, {})
  const opened = () =>
    new Map(Array.from(output().matchAll(/"pane":"(\w+)","url":"([^"]+)"/g), ([, pane, url]) => [pane!, url!]))
  await expect.poll(() => [...opened().keys()].toSorted()).toEqual(['discord', 'slack', 'teams'])
  const urls = opened()
  for (const [pane, url] of urls) {
    const events = await fetch(`${url}/client/events?user=${encodeURIComponent(ann[pane]!)}`)
    expect([pane, events.status]).toEqual([pane, 404])
    const said = await fetch(`${url}/client/messages`, {
      method: 'POST',
      body: JSON.stringify({ user: ann[pane], text: 'x' }),
    })
    expect([pane, said.ok]).toEqual([pane, false])
  }
  // What stand-ins of their own are opened by is known, and opens none of these.
  const known = await fetch(`${urls.get('slack')}/api/auth.test`, {
    method: 'POST',
    headers: { authorization: 'Bearer xoxb-simulator' },
  })
  expect(await known.json()).toMatchObject({ ok: false, error: 'invalid_auth' })
  const bot = createDiscordSimulator().token
  const me = await fetch(`${urls.get('discord')}/api/v10/users/@me`, {
    headers: { authorization: `Bot ${bot}`, 'user-agent': 'DiscordBot (https://example.com, 1)' },
  })
  expect(me.status).toBe(401)
  const { appId, appPassword, tenantId } = createTeamsSimulator()
  const login = `${urls.get('teams')}/${tenantId}/oauth2/v2.0/token`
  const asked = {
    grant_type: 'client_credentials',
    client_id: appId,
    client_secret: appPassword,
    scope: 'https://api.botframework.com/.default',
  }
  expect((await fetch(login, { method: 'POST', body: new URLSearchParams(asked) })).ok).toBe(false)
})

it('a management key that was issued there opens the playground, and nothing of the real account', {
  timeout,
}, async () => {
  const { post, sees, agent, url } = await play()
  await post('slack/open', {})
  await agent['slack']!('key issue management pwned')
  const [key] = await sees('slack', 'U0ANN', /pmk_[\w-]{43}/)
  const open = (account: string) => fetch(`${url}/admin/${account}/agent`, { headers: { 'x-api-key': key } })
  expect((await open('default')).status).toBe(401)
  expect(await (await open('@playground')).json()).toMatchObject({ agents: [{ id: 'demo@playground' }] })
})

describe('somebody who tried the playground, and then connects Slack on the same data folder', { timeout }, () => {
  it.each([
    ['having used /agent there', true],
    ['having only talked', false],
  ])('becomes its owner (%s)', async (_, usedCommands) => {
    const dataFolder = tempFolder()
    const played = await play(dataFolder)
    await played.post('slack/open', {})
    await played.post('slack/messages', { user: 'U0ANN', channel: 'D0ANN', text: 'Hello' })
    await played.sees('slack', 'U0ANN', /Tell me a joke/)
    if (usedCommands) {
      await played.agent['slack']!('edit demo')
      await played.agent['slack']!('list')
      await played.sees('slack', 'U0ANN', /demo@playground/)
    }
    await played.kill('SIGTERM')

    const slack = createSlackSimulator({ team: { id: 'T0ACME', name: 'Acme' } })
    await slack.start()
    onTestFinished(() => slack.stop())
    const parley = await startProcess({
      PARLEY_DATA: dataFolder,
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_APP_TOKEN: slack.appToken,
      SLACK_API_URL: `${slack.url}/api/`,
    })
    onTestFinished(() => parley.kill('SIGTERM'))
    const person = agentPerson(slack, 'U0ANN')
    expect(await person.say('list')).toMatch(/owner[\s\S]*`demo`/)
    expect(await person.say('role list')).toMatch(/U0ANN/)
    expect(await person.say('show demo')).toContain('version 1')
  })
})
