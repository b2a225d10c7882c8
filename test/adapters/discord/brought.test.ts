import { describe, expect, it, onTestFinished } from 'vitest'
import { createDiscord } from '../../../adapters/discord/index.ts'
import { createDiscordSimulator } from '../../../console/stand-ins/discord/index.ts'
import { GUILDS } from '../../../console/stand-ins/discord/settings.ts'
import { firstAccount } from '../../../src/store/accounts.ts'
import { chatHouse, type HouseOptions } from '../../support/chat-house.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { ANN, APP, BEN, GENERAL } from './harness.ts'

/** A group of people, and a server, in neither of which the app is. Ann owns the server. */
const GROUP = '1200000000000000881'
const THEIRS = '1200000000000000882'
const LOBBY = '1200000000000000883'
const elsewhere = { id: THEIRS, name: 'Elsewhere', withoutApp: true as const, members: [ANN, BEN] }

async function open({ userInstalls = true, ...options }: Partial<HouseOptions> & { userInstalls?: boolean } = {}) {
  const simulator = createDiscordSimulator({
    app: { isForPeople: true },
    guilds: [...GUILDS, { ...elsewhere, channels: [{ id: LOBBY, name: 'lobby' }] }],
    groups: [{ id: GROUP, name: 'Trip', members: [ANN, BEN] }],
    limits: { identifyWindowMs: 0, enforceRates: false },
  })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const house = await chatHouse({ onFinished: onTestFinished, folder: tempFolder(), ...options })
  await house.join(
    createDiscord({
      botToken: simulator.token,
      apiUrl: `${simulator.url}/api`,
      installations: house.installationsOf('discord'),
      notes: house.store.notes('discord'),
      budget: house.budget,
      log: { debug() {}, info() {}, warn() {}, error() {} },
      userInstalls,
    }),
  )
  await house.work()
  simulator.installFor(ANN, true)
  const names = (channel: string, user = ANN) => simulator.commands({ user, channel }).map(({ name }) => name)
  await expect.poll(() => names(GENERAL)).not.toEqual([])
  const ask = (channel: string, question: string, more: object = {}) =>
    simulator.run({ user: ANN, channel, name: 'ask', options: { question, ...more } })
  const ours = (channel: string, as = BEN) =>
    simulator.messages(channel, { as }).filter(({ author }) => author.id === APP)
  const texts = (channel: string, as?: string) => ours(channel, as).map(({ content }) => content)
  const refused = () => simulator.calls.filter(({ status }) => status >= 400)
  const installations = async () =>
    (await house.store.db.query.selectFrom('installation').select('id').execute()).map(({ id }) => id)
  return { ...house, simulator, names, ask, ours, texts, refused, installations }
}

describe('whoever has installed the app for themselves', () => {
  it('has the commands of everybody where the app is not, and nobody else has', async () => {
    const { names } = await open()
    for (const channel of [GROUP, LOBBY]) {
      const roots = new Set(names(channel).map((name) => (name.startsWith('parley ') ? 'parley' : name)))
      expect([...roots]).toEqual(['ask', 'Ask the agent about this', 'parley'])
      expect(names(channel, BEN)).toEqual([])
    }
  })

  it.each([
    ['a group of direct messages', GROUP],
    ['a server that the app is not in', LOBBY],
  ])('is answered in %s, for all to see, by the interaction alone', async (_, channel) => {
    const { ask, texts, refused, simulator, requests, installations } = await open()
    ask(channel, 'where to?')
    await expect.poll(() => texts(channel)).toEqual(['re: where to?'])
    ask(channel, 'and when?')
    await expect.poll(() => texts(channel)).toEqual(['re: where to?', 're: and when?'])
    const [first, second] = requests.slice(-2)
    expect(second!.conversation).toBe(first!.conversation)
    // Nothing is read, typed or posted where the app is not, and the server has not become one of ours.
    expect(refused()).toEqual([])
    expect(simulator.calls.filter(({ path }) => path.includes(`/channels/${channel}`))).toEqual([])
    expect(await installations()).not.toContain(THEIRS)
  })

  it('asks privately, and about messages, before their eyes alone', async () => {
    const { ask, texts, simulator } = await open()
    ask(GROUP, 'secret?', { private: true })
    await expect.poll(() => texts(GROUP, ANN)).toEqual(['re: secret?'])
    expect(texts(GROUP, BEN)).toEqual([])
    const target = simulator.say({ user: BEN, channel: GROUP, content: 'The train leaves at nine.' })
    simulator.run({ user: ANN, channel: GROUP, name: 'Ask the agent about this', target })
    await expect.poll(() => JSON.stringify(simulator.modal(ANN) ?? '')).toContain('The train leaves at nine.')
    simulator.submit({ user: ANN, fields: { question: 'which one?' } })
    await expect.poll(() => texts(GROUP, ANN)).toEqual(['re: secret?', 're: which one?'])
    expect(texts(GROUP, BEN)).toEqual([])
  })

  it('presses a button of the answer; others may not', async () => {
    const { ask, ours, simulator, texts } = await open({
      offer: ({ utterance }) => (utterance === 'go?' ? ['Yes'] : []),
    })
    ask(GROUP, 'go?')
    await expect.poll(() => JSON.stringify(ours(GROUP)[0]?.components ?? [])).toContain('"q:')
    const { id, components } = ours(GROUP)[0]!
    const custom_id = JSON.stringify(components).match(/q:[\w-]+:0/)![0]
    const use = (user: string) => simulator.use({ user, channel: GROUP, message: id, custom_id })
    const others = use(BEN)
    await expect.poll(() => simulator.interaction(others.id)?.state).toBe('answered')
    expect(texts(GROUP, BEN)).toHaveLength(2)
    expect(texts(GROUP, ANN)).toEqual(['go?'].map((asked) => `re: ${asked}`))
    use(ANN)
    await expect.poll(() => texts(GROUP, ANN)).toEqual(['re: go?', 're: Yes'])
  })

  it('has a long answer in three messages and a file, which is what Discord takes of an interaction', async () => {
    const long = Array.from({ length: 700 }, (_, n) => `This is sentence number ${n}.`).join('\n')
    const { ask, ours, refused } = await open({ think: async () => long })
    ask(GROUP, 'all of it?')
    await expect.poll(() => ours(GROUP).length).toBe(5)
    expect(ours(GROUP).flatMap(({ attachments }) => attachments)).toHaveLength(1)
    expect(refused()).toEqual([])
  })

  it('hears alone, in their direct messages, what came too late for the interaction', async () => {
    const { ask, texts, simulator } = await open()
    const gone = (route: string) => ({
      kind: 'refuse' as const,
      code: 50027,
      route: `${route} /webhooks/{application}/{token}`,
    })
    simulator.faults.set([
      gone('POST'),
      ...['GET', 'PATCH', 'DELETE'].map((method) => {
        const fault = gone(method)
        return { ...fault, route: `${fault.route}/messages/{message}` }
      }),
    ])
    ask(GROUP, 'too late?')
    await expect.poll(() => texts(simulator.direct(ANN)).at(-1) ?? '').toContain('re: too late?')
    expect(simulator.calls.filter(({ route }) => route === 'POST /channels/{channel}/messages')).toHaveLength(1)
  })

  it('manages nothing by managing a server that the app is not in', async () => {
    const { simulator, store } = await open()
    const run = simulator.run({ user: ANN, channel: LOBBY, name: 'parley help' })
    await expect.poll(() => simulator.interaction(run.id)?.state).toBe('answered')
    expect(await store.roles.list(firstAccount)).toEqual([])
  })

  it('hears alone that nobody is answered once the direct conversations are refused', async () => {
    const { ask, texts, store, requests } = await open()
    const at = { platform: 'discord' as const, id: `@${APP}`, status: 'approved' as const, account: firstAccount }
    await store.db.batch([store.places.decideStep(at, { status: 'refused', account: firstAccount }, 'test')])
    ask(GROUP, 'hello?')
    await expect.poll(() => texts(GROUP, ANN)).toHaveLength(1)
    expect(texts(GROUP, BEN)).toEqual([])
    expect(requests).toEqual([])
  })

  it('hears alone that it answers elsewhere, where nobody has switched that on', async () => {
    const { simulator, names, texts, requests } = await open({ userInstalls: false })
    expect(names(GROUP)).toEqual([])
    expect(names(GENERAL)).toContain('ask')
    // Somebody has written the commands so, or they are still as they were.
    const commands = [{ name: 'ask', description: 'Ask', type: 1, integration_types: [1], contexts: [2] }]
    const { status } = await fetch(`${simulator.url}/api/v10/applications/${APP}/commands`, {
      method: 'PUT',
      headers: {
        authorization: `Bot ${simulator.token}`,
        'content-type': 'application/json',
        'user-agent': 'DiscordBot (https://example.com, 1.0)',
      },
      body: JSON.stringify(commands),
    })
    expect(status).toBe(200)
    simulator.run({ user: ANN, channel: GROUP, name: 'ask', options: {} })
    await expect
      .poll(() => texts(GROUP, ANN))
      .toEqual(['I answer only in servers that I was added to, and in direct messages.'])
    expect(texts(GROUP, BEN)).toEqual([])
    expect(requests).toEqual([])
  })
})
