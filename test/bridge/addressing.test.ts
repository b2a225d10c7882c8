import { describe, expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator, type SlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { type Binding, hearsAll } from '../../src/store/places.ts'
import { minimalAgent } from '../support/agent.ts'
import { type ChatHouse, chatHouse, type HouseOptions } from '../support/chat-house.ts'
import { giveTo } from '../support/installing.ts'
import { openKeys } from '../support/open-keys.ts'
import { tempFolder } from '../support/temp-folder.ts'

const [ann, ben] = ['U0ANN', 'U0BEN']
const channel = 'C0GENERAL'

async function open(options: Partial<HouseOptions> = {}) {
  const simulator = createSlackSimulator({ limits: { retryDelaysMs: [], enforceRates: false } })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, ...options })
  await house.connect(simulator)
  await house.work()
  return { simulator, house, say: sayIn(simulator, house) }
}

/** Says something and waits until all of it is answered. */
function sayIn(simulator: SlackSimulator, house: ChatHouse) {
  return async (user: string, text: string, thread_ts?: string): Promise<string> => {
    const ts = simulator.say({ user, channel, text, ...(thread_ts && { thread_ts }) })
    await quiet(simulator, house)
    return ts
  }
}

async function quiet(simulator: SlackSimulator, house: ChatHouse): Promise<void> {
  await simulator.delivered()
  await expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)
  await simulator.delivered()
}

/** Where it is one that hears everything, the channel has been told so. */
async function bind({ store }: ChatHouse, place: string, mode: Binding['mode']): Promise<void> {
  const bound = { account: 'default', agent: 'test', mode }
  const here = `slack:T0PARLEY:${channel}`
  const notice = {
    place: here,
    platform: 'slack',
    installation: 'T0PARLEY',
    post_to: here,
    language: 'en',
    key: 'k',
  } as const
  const within = JSON.stringify([here, 'slack:T0PARLEY'])
  await store.db.batch([
    store.places.bindStep({ ...bound, place }),
    ...(hearsAll(mode) ? [store.listening.oweStep({ ...bound, ...notice, within })] : []),
  ])
  const owed = await store.listening.fresh(here)
  if (owed) await store.listening.move(owed, 'told')
}
const answers = (simulator: SlackSimulator): number =>
  simulator.messages(channel).filter(({ user }) => user === 'U0PARLEY').length

describe('who is answered in a channel', () => {
  const told: [mode: Binding['mode'] | undefined, heard: string[], answered: number][] = [
    [undefined, ['b', 'f'], 2],
    ['mention', ['b', 'f'], 2],
    ['thread', ['b', 'b too', 'f'], 3],
    ['all', ['a', 'b', 'b too', 'c', 'e', 'f'], 6],
    ['listen', ['a', 'b', 'b too', 'c', '@Ann d', 'e', 'f'], 2],
  ]
  it.each(told)('bound by %s', async (mode, heard, answered) => {
    const { simulator, house, say } = await open()
    if (mode) await bind(house, `slack:T0PARLEY:${channel}`, mode)
    await say(ann, 'a')
    const root = await say(ann, '@Parley b')
    await say(ann, 'b too', root)
    await say(ben, 'c', root)
    await say(ben, '@Ann d', root)
    await say(ann, 'e', root)
    await say(ann, '@Parley f', root)
    expect(house.utterances()).toEqual(heard)
    expect(answers(simulator)).toBe(answered)
    const taken = house.requests.filter(({ disableAiResponse }) => disableAiResponse).length
    expect(taken).toBe(heard.length - answered)
  })

  it('by the setting where nothing is bound', async () => {
    const { house, say } = await open({ channelMode: 'thread' })
    const root = await say(ann, '@Parley a')
    await say(ann, 'b', root)
    expect(house.utterances()).toEqual(['a', 'b'])
  })

  it('in a thread whoever was answered last goes on, and people who talk to each other are left in peace', async () => {
    const { house, say } = await open({ channelMode: 'thread' })
    const root = await say(ann, '@Parley a')
    await say(ben, 'who is that?', root)
    await say(ann, 'a program, Ben', root)
    await say(ben, '@Parley b', root)
    await say(ann, 'see?', root)
    await say(ann, '@Parley c', root)
    await say(ben, '@Parley d', root)
    await say(ann, 'e', root)
    await say(ben, 'f', root)
    expect(house.utterances()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  it('the narrowest binding counts', async () => {
    const { house, say } = await open()
    await bind(house, 'slack:T0PARLEY', 'all')
    const root = await say(ann, 'a')
    await bind(house, `slack:T0PARLEY:${channel}:${root}`, 'mention')
    await say(ann, 'b', root)
    await say(ann, 'c')
    expect(house.utterances()).toEqual(['a', 'c'])
  })
})

it('a workspace that is given to another account leaves nothing of the first one’s behind', async () => {
  const { house, say } = await open({ channelMode: 'thread' })
  const { store } = house
  await bind(house, `slack:T0PARLEY:${channel}`, 'thread')
  const root = await say(ann, '@Parley a')
  await store.db.batch([store.accounts.addStep({ id: 'second', name: 'Second', plan: 'default', email: null })])
  await giveTo(store, 'slack', 'T0PARLEY', 'second')
  await say(ann, '@Parley b', root)
  expect(house.utterances()).toEqual(['a'])
  const document = minimalAgent()
  await store.db.batch(store.agents.createSteps({ id: 'theirs', account: 'second', document, author: 'test' }))
  await store.db.batch([store.accounts.updateStep('second', { default_agent: 'theirs' })])
  await say(ann, 'not to it', root)
  await say(ann, '@Parley c', root)
  await say(ann, 'd', root)
  expect(house.requests.map(({ agent, account, utterance }) => [account, agent, utterance])).toEqual([
    ['default', 'test', 'a'],
    ['second', 'theirs', 'c'],
    ['second', 'theirs', 'd'],
  ])
})

describe('what others said', () => {
  const others = (house: ChatHouse) => house.requests.at(-1)!.others?.map(({ author, text }) => `${author}: ${text}`)

  it('comes with a question, by their names, since the agent last answered that person there', async () => {
    const { house, say } = await open()
    await bind(house, `slack:T0PARLEY:${channel}`, 'mention')
    await say(ben, 'the printer is on fire')
    await say(ann, 'again?')
    const root = await say(ann, '@Parley what now?')
    expect(others(house)).toEqual(['Ben: the printer is on fire', 'Ann: again?'])
    await say(ben, 'water is no good, @Ann', root)
    await say(ben, '@Parley is it?', root)
    const before = ['Ann: what now?', 'parley: re: what now?', 'Ben: water is no good, @Ann']
    expect(others(house)).toEqual(before)
    await say(ann, '@Parley so?', root)
    // What Ann asked and was answered is in the agent's memory of her.
    expect(others(house)).toEqual(['Ben: water is no good, @Ann', 'Ben: is it?', 'parley: re: is it?'])
    await say(ann, '@Parley well?', root)
    expect(others(house)).toBeUndefined()
  })

  it('is read in the thread alone, and of what is said elsewhere nothing is kept', async () => {
    const { house, say } = await open()
    await say(ben, 'a secret')
    const root = await say(ben, 'another')
    await say(ann, 'hm', root)
    await say(ann, '@Parley what do you think?', root)
    // The thread is read; what was said in the channel before it is not.
    expect(others(house)).toEqual(['Ben: another', 'Ann: hm'])
    await say(ben, 'I think not', root)
    await say(ann, '@Parley and now?', root)
    expect(others(house)).toEqual(['Ben: another', 'Ben: I think not'])
    await say(ben, '@Parley hello', undefined)
    expect(others(house)).toBeUndefined()
  })

  it('begins with the message that began the thread', async () => {
    const { house, say } = await open()
    const root = await say(ann, '@Parley what is it?')
    await say(ben, '@Parley is it not?', root)
    expect(others(house)).toEqual(['Ann: what is it?', 'parley: re: what is it?'])
  })

  it('is fed by listening, and follows edits and deletions', async () => {
    const { simulator, house, say } = await open()
    await bind(house, `slack:T0PARLEY:${channel}`, 'listen')
    const [wrong, gone] = [await say(ben, 'lunch is at noon'), await say(ben, 'not for me')]
    simulator.edit({ user: ben, channel, ts: wrong, text: 'lunch is at one' })
    simulator.remove({ user: ben, channel, ts: gone })
    await quiet(simulator, house)
    await say(ann, '@Parley when is lunch?')
    expect(others(house)).toEqual(['Ben: lunch is at one'])
  })

  it('is bounded', async () => {
    const { simulator, house, say } = await open()
    await bind(house, `slack:T0PARLEY:${channel}`, 'mention')
    for (let n = 0; n < 30; n++) simulator.say({ user: ben, channel, text: `line ${n} ${'x'.repeat(3000)}` })
    // Nobody waits for what somebody else has said in the same moment.
    await quiet(simulator, house)
    await say(ann, '@Parley tl;dr?')
    const { others } = house.requests.at(-1)!
    expect(others!.at(-1)!.text).toMatch(/^line 29 /)
    expect(others!.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(24_000)
    await house.store.said.prune(0)
    expect(
      (await house.store.said.around({ talk: 'none', eventId: '', uid: '', since: 0, limit: 30 })).messages,
    ).toEqual([])
    const kept = await house.store.db.query.selectFrom('said').select('id').execute()
    expect(kept.length).toBeLessThanOrEqual(50)
    await house.store.said.prune(Date.now() + 1)
    expect(await house.store.db.query.selectFrom('said').select('id').execute()).toEqual([])
  })

  it('is never asked of Slack when it says no, and is told by id then', async () => {
    const { simulator, house, say } = await open()
    await bind(house, `slack:T0PARLEY:${channel}`, 'mention')
    simulator.faults.set([{ kind: 'ratelimited', method: 'users.info', retryAfter: 60 }])
    await say(ben, 'hm')
    await say(ann, '@Parley hm?')
    await say(ben, 'hm!')
    await say(ben, '@Parley hm?')
    expect(house.requests.map((one) => one.others?.map(({ author, text }) => ({ author, text })))).toEqual([
      [{ author: ben, text: 'hm' }],
      [
        { author: ben, text: 'hm' },
        { author: ann, text: 'hm?' },
        { author: ben, text: 'hm!' },
      ],
    ])
    expect(simulator.calls.filter(({ method }) => method === 'users.info')).toHaveLength(1)
  })
})

describe('programs', () => {
  it('never make an agent answer, and two agents never answer each other', async () => {
    const { simulator, house } = await open({ think: async () => 'You are right, @Other and @Parley!' })
    const other = simulator.addApp('Other')
    const second = await chatHouse({
      folder: tempFolder(),
      onFinished: onTestFinished,
      think: async () => '<@U0PARLEY> says so?',
    })
    await second.connect(simulator, other)
    await second.work()
    for (const one of [house, second]) await bind(one, `slack:T0PARLEY:${channel}`, 'all')

    const root = simulator.say({ user: ann, channel, text: 'hello, you two' })
    const automated = simulator.automate({ channel, text: '@Parley @Other daily report', name: 'Reporter' })
    const token = { authorization: `Bearer ${other.botToken}`, 'content-type': 'application/json; charset=utf-8' }
    const post = (method: string, body: object) =>
      fetch(`${simulator.url}/api/${method}`, {
        method: 'POST',
        headers: token,
        body: JSON.stringify({ channel, ...body }),
      })
    const { ts } = (await (await post('chat.postMessage', { text: '<@U0PARLEY> hi' })).json()) as { ts: string }
    await post('chat.update', { ts, text: '<@U0PARLEY> hi again' })
    for (const one of [house, second]) await quiet(simulator, one)
    await quiet(simulator, house)

    expect(house.utterances()).toEqual(['hello, you two'])
    expect(second.utterances()).toEqual(['hello, you two'])
    const thread = (thread_ts: string) => simulator.messages(channel, { thread_ts }).map(({ user }) => user)
    expect(thread(root).toSorted()).toEqual([ann, 'U0OTHER', 'U0PARLEY'].toSorted())
    expect(thread(automated)).toEqual(['USLACKBOT'])
    expect(thread(ts)).toEqual(['U0OTHER'])
  })
})
