import { expect, it, onTestFinished } from 'vitest'
import { manifest } from '../../adapters/slack/manifest.ts'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { EVENTS, SCOPES } from '../../console/stand-ins/slack/slack-app.ts'
import { firstAccount as account } from '../../src/store/accounts.ts'
import { minimalAgent } from '../support/agent.ts'
import { chatHouse } from '../support/chat-house.ts'
import { openKeys } from '../support/open-keys.ts'
import { textOf } from '../support/slack-text.ts'
import { tempFolder } from '../support/temp-folder.ts'

const { functions } = JSON.parse(manifest({ name: 'Parley', steps: true, organisation: true }))
const enterprise = { id: 'E0GRID', name: 'Grid' }

/** An organisation with two workspaces, for all of which the app was installed at once. */
async function grid() {
  const simulator = createSlackSimulator({
    team: { id: 'T0PARLEY', name: 'Parley HQ', enterprise },
    app: { functions, events: [...EVENTS, 'function_executed'] },
    limits: { retryDelaysMs: [], enforceRates: false },
  })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const acme = simulator.addTeam({
    ...{ id: 'T0ACME', name: 'Acme', enterprise },
    users: [{ id: 'U0CAY', name: 'cay', real_name: 'Cay', is_bot: false }],
    channels: [{ id: 'C0ACME', kind: 'channel', name: 'acme' }],
  })
  const { clientId, clientSecret, url } = simulator
  const asked = `${url}/oauth/v2/authorize?client_id=${clientId}&scope=${SCOPES.join(',')}`
  const code = new URL(simulator.authorize(asked, { team: 'T0PARLEY', orgWide: true })).searchParams.get('code')!
  const given = await fetch(`${url}/api/oauth.v2.access`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ code }),
  })
  const { access_token: token, bot_user_id: id } = (await given.json()) as Record<string, string>

  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
  const { store } = house
  for (const agent of ['of-org', 'of-acme', 'of-channel'])
    await store.db.batch(store.agents.createSteps({ id: agent, account, document: minimalAgent(), author: 'test' }))
  const credentials = JSON.stringify({ token, bot: { id, name: 'parley' }, since: Date.now() })
  await house.installationsOf('slack').add({ id: 'E0GRID', name: 'Grid', own: 'first', credentials })
  await house.connect(simulator, { oauth: { clientId, clientSecret }, wants: { steps: true } })
  await house.work()
  const quiet = async () => {
    await simulator.delivered()
    await expect.poll(async () => (await openKeys(store)).length, { interval: 5 }).toBe(0)
  }
  /** Which agent answers in private at headquarters, and in private and in the channel at Acme. */
  const who = async () => {
    const before = house.requests.length
    const said = [
      () => simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'who?' }),
      () => acme.say({ user: 'U0CAY', channel: 'D0CAY', text: 'who?' }),
      () => acme.say({ user: 'U0CAY', channel: 'C0ACME', text: '@Parley who?' }),
    ]
    for (const say of said) {
      say()
      await quiet()
    }
    return house.requests.slice(before).map(({ agent }) => agent)
  }
  const become = (person: string, role: 'owner' | 'admin', agent = '') =>
    store.db.batch(store.roles.changeSteps({ account, person, from: [], to: [{ role, agent }], by: 'cli' }))
  const alone = async (channel: string, user: string, messages: typeof simulator.messages) =>
    textOf(messages(channel, { as: user }).findLast(({ ephemeral_to }) => ephemeral_to === user)!)
  return { simulator, acme, house, who, become, alone, quiet }
}

it('what is bound to a workspace of an organisation, or to all of it, counts after what is narrower', async () => {
  const { simulator, acme, who, become, alone } = await grid()
  await become('slack_E0GRID_U0ANN', 'owner')
  await become('slack_E0GRID_U0CAY', 'owner')
  expect(await who()).toEqual(['test', 'test', 'test'])
  const at = async (text: string) => {
    await simulator.command({ user: 'U0ANN', channel: 'C0GENERAL', command: '/agent', text })
    return alone('C0GENERAL', 'U0ANN', simulator.messages)
  }
  const atAcme = async (text: string) => {
    await acme.command({ user: 'U0CAY', channel: 'C0ACME', command: '/agent', text })
    return alone('C0ACME', 'U0CAY', acme.messages)
  }
  expect(await at('use of-org --where organisation')).toContain('answers in the whole organisation from now on')
  expect(await who()).toEqual(['of-org', 'of-org', 'of-org'])
  expect(await atAcme('use of-acme --where workspace')).toContain('in the whole workspace')
  expect(await who()).toEqual(['of-org', 'of-acme', 'of-acme'])
  await atAcme('use of-channel')
  expect(await who()).toEqual(['of-org', 'of-acme', 'of-channel'])
  await atAcme('unuse')
  expect(await atAcme('unuse --where workspace')).toContain('`of-org` answers here now')
  expect(await who()).toEqual(['of-org', 'of-org', 'of-org'])
  await at('unuse --where organisation')
  expect(await who()).toEqual(['test', 'test', 'test'])
})

it('a workflow asks the agent of its workspace, for somebody of the organisation', async () => {
  const { simulator, house, quiet } = await grid()
  const bound = { place: 'slack:E0GRID', agent: 'of-org', account, mode: 'mention' } as const
  await house.store.db.batch([house.store.places.bindStep(bound)])
  simulator.steps.run('ask_agent', { question: 'who?', person: 'U0ANN' })
  await quiet()
  expect(house.requests).toMatchObject([{ agent: 'of-org', uid: 'slack_E0GRID_U0ANN' }])
  expect(simulator.steps.list[0]).toMatchObject({ status: 'completed', outputs: { answer: 're: who?' } })
})

it('what answers in an organisation is for admins of all agents to say', async () => {
  const { simulator, house, become, alone } = await grid()
  await become('slack_E0GRID_U0ANN', 'admin', 'of-org')
  await become('slack_E0GRID_U0CAY', 'owner')
  const text = 'use of-org --where organisation'
  await simulator.command({ user: 'U0ANN', channel: 'C0GENERAL', command: '/agent', text })
  expect(await alone('C0GENERAL', 'U0ANN', simulator.messages)).toContain('for admins of all agents')
  expect(await house.store.places.bindings(account)).toEqual([])
})

it('a workspace that is in no organisation has none to bind', async () => {
  const simulator = createSlackSimulator({ limits: { retryDelaysMs: [], enforceRates: false } })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
  await house.connect(simulator)
  const { store } = house
  const to = [{ role: 'owner' as const, agent: '' }]
  await store.db.batch(store.roles.changeSteps({ account, person: 'slack_T0PARLEY_U0ANN', from: [], to, by: 'cli' }))
  const text = 'use test --where organisation'
  await simulator.command({ user: 'U0ANN', channel: 'C0GENERAL', command: '/agent', text })
  const said = simulator.messages('C0GENERAL', { as: 'U0ANN' }).findLast(({ ephemeral_to }) => ephemeral_to)!
  expect(textOf(said)).toContain('not in an organisation')
  expect(await store.places.bindings(account)).toEqual([])
})
