import { describe, expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { agentPerson } from '../adapters/slack/agent-person.ts'
import { enterPlayground } from '../support/enter-playground.ts'
import { startProcess } from '../support/parley-process.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** Real processes that start one after another. */
const timeout = 60_000

/** Parley as `npm start` starts it, with a browser that has opened the playground. */
async function play(dataFolder = tempFolder()) {
  const parley = await startProcess({ PARLEY_DATA: dataFolder })
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
