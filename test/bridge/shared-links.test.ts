import { describe, expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { EVENTS, SCOPES } from '../../console/stand-ins/slack/slack-app.ts'
import { minimalAgent } from '../support/agent.ts'
import { chatHouse } from '../support/chat-house.ts'
import { openKeys } from '../support/open-keys.ts'
import { tempFolder } from '../support/temp-folder.ts'

const home = 'https://parley.example.com'
const users = [
  { id: 'U0ANN', name: 'ann', real_name: 'Ann', is_bot: false, is_owner: true },
  { id: 'U0BEN', name: 'ben', real_name: 'Ben', is_bot: false, locale: 'ja-JP' },
  { id: 'U0CLEO', name: 'cleo', real_name: 'Cleo', is_bot: false, team: 'T0THEIRS' },
]

async function open(scopes = [...SCOPES, 'links:read', 'links:write']) {
  const simulator = createSlackSimulator({
    users,
    app: { scopes, events: [...EVENTS, 'link_shared'], unfurlDomains: ['parley.example.com'] },
    limits: { retryDelaysMs: [], enforceRates: false },
  })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const connecting = { console: { url: home, idleMs: 1, maxMs: 1 } }
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, connecting })
  const slack = await house.connect(simulator)
  await house.work()
  simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'My salary is 42k' })
  await simulator.delivered()
  await expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)
  const [turn] = await house.store.db.query.selectFrom('turn').select(['id', 'agent']).execute()
  const calls = () => simulator.calls.filter(({ method }) => method === 'chat.unfurl')
  /** Posts it; what stands below the message then. */
  async function share(text: string, user = 'U0ANN') {
    const ts = simulator.say({ user, channel: 'C0GENERAL', text })
    await simulator.delivered()
    // Stopping waits for what follows an event.
    await slack.stop()
    const [told] = calls().map(({ args }) => JSON.stringify(args['unfurls']))
    return { ts, told }
  }
  return { simulator, house, share, calls, page: `${home}/console/conversations/${turn!.id}` }
}

describe('a link of the console', () => {
  it('says which agent, how it ended and when, and nothing of what was said or by whom', async () => {
    const { share, page, calls } = await open()
    const { told } = await share(`See ${page} and ${home}/console/usage`)
    expect(Object.keys(JSON.parse(told!))).toEqual([page])
    expect(told).toMatch(/A conversation with [^:]+: answered by a rule, \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
    expect(told).not.toMatch(/42k|salary|U0ANN|Ann|<@/)
    expect(calls()[0]!.body).toEqual({ ok: true })
  })

  it('says so in the language of whoever posts it', async () => {
    const { share, page } = await open()
    expect((await share(page, 'U0BEN')).told).toContain('との会話: ルールで回答')
  })

  it('is what our address begins and a conversation ends, and nothing like it', async () => {
    const { share, page, calls } = await open()
    const other = page.replace(home, 'https://evil.parley.example.com')
    await share([other, page.replace('https:', 'http:'), `${home}/console/conversations/nobody`, `${page}/x`].join(' '))
    expect(calls()).toEqual([])
  })

  it('of an agent that another account has says nothing', async () => {
    const { house, share, page, calls } = await open()
    const { store } = house
    await store.db.batch([store.accounts.addStep({ id: 'other', name: 'Other', plan: 'default', email: null })])
    await store.db.batch(
      store.agents.createSteps({ id: 'theirs', account: 'other', document: minimalAgent(), author: 'test' }),
    )
    await store.db.query.updateTable('turn').set({ agent: 'theirs' }).execute()
    await share(page)
    expect(calls()).toEqual([])
  })

  it('says nothing in a channel of another workspace’s people, nor to somebody who is blocked', async () => {
    const { simulator, house, share, page, calls } = await open()
    simulator.say({ user: 'U0CLEO', channel: 'C0GENERAL', text: page })
    await simulator.delivered()
    const { store } = house
    const to = [{ role: 'blocked' as const, agent: '' }]
    await store.db.batch(
      store.roles.changeSteps({ account: 'default', person: 'slack_T0PARLEY_U0BEN', from: [], to, by: 'cli' }),
    )
    await share(page, 'U0BEN')
    expect(calls()).toEqual([])
  })

  it.each(['missing_scope', 'cannot_unfurl_url', 'feature_not_enabled'])(
    'that Slack refuses (%s) ends nothing else',
    async (error) => {
      const { simulator, house, page } = await open()
      simulator.faults.set([{ kind: 'refuse', error, method: 'chat.unfurl' }])
      simulator.say({ user: 'U0ANN', channel: 'C0GENERAL', text: page })
      simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'still there?' })
      await expect.poll(house.utterances).toContain('still there?')
    },
  )
})
