import { expect, it, onTestFinished } from 'vitest'
import { EVENTS, SCOPES } from '../../../adapters/slack/manifest.ts'
import { readMessage } from '../../../adapters/slack/read-message.ts'
import { createSlackSimulator } from '../../../console/stand-ins/slack/index.ts'
import type { AgentSettings } from '../../../src/model/agent.ts'
import { minimalAgent } from '../../support/agent.ts'
import { chatHouse } from '../../support/chat-house.ts'
import { engineWithoutModel } from '../../support/engine-without-model.ts'
import { textOf } from '../../support/slack-text.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const [GENERAL, BOT, ANN] = ['C0GENERAL', 'U0PARLEY', 'U0ANN']
const photoUrl = 'https://example.com/guide.png'

/** A workspace with an agent that answers by rule, and the app's own answers there. */
async function started(agent: Partial<AgentSettings>, scopes: readonly string[]) {
  const simulator = createSlackSimulator({
    app: { scopes: [...SCOPES, ...scopes], events: [...EVENTS] },
    limits: { enforceRates: false, retryDelaysMs: [] },
    users: [{ id: ANN, name: 'ann', real_name: 'Ann', is_bot: false }],
    channels: [{ id: GENERAL, kind: 'channel', name: 'general', members: [BOT, ANN] }],
  })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const document = {
    ...minimalAgent({ agent: { useAIResponse: false, ...agent } }),
    rules: [
      { when: ['hello there'], say: 'Hi!' },
      { when: ['how are you'], say: 'Fine.' },
    ],
  }
  const house = await chatHouse({
    ...{ folder: tempFolder(), onFinished: onTestFinished },
    agent: { document: document as never, engine: engineWithoutModel },
  })
  await house.connect(simulator)
  await house.work()
  const answers = () => simulator.messages(GENERAL).filter(({ user, tombstone }) => user === BOT && !tombstone)
  const ask = async (text: string, thread_ts?: string) => {
    const before = answers().length
    const ts = simulator.say({ user: ANN, channel: GENERAL, text: `@parley ${text}`, ...(thread_ts && { thread_ts }) })
    await expect.poll(() => answers().length).toBe(before + 1)
    return ts
  }
  const posts = () => simulator.calls.filter(({ method }) => /^chat\.(?:postMessage|startStream)$/.test(method))
  return { simulator, answers, ask, posts }
}

it('an agent answers under its own name and picture, and knows afterwards what it said', async () => {
  const { simulator, answers, ask } = await started({ face: 'own', photoUrl }, ['chat:write.customize'])
  const root = await ask('hello there')
  expect(answers().map((one) => [textOf(one), one.face])).toEqual([['Hi!', { name: 'Guide', icon: photoUrl }]])
  // Slack tells of it without the app's user, and nobody takes it for another program.
  await ask('how are you', root)
  await simulator.delivered()
  expect(answers().map(textOf)).toEqual(['Hi!', 'Fine.'])
})

it('an app that may not, or a name that is taken, answers as the app, and is not tried again at once', async () => {
  for (const [agent, scopes, error] of [
    [{}, [], 'missing_scope'],
    [{ displayName: 'Slackbot' }, ['chat:write.customize'], 'reserved_username'],
  ] as const) {
    const { answers, ask, posts } = await started({ face: 'own', photoUrl, ...agent }, scopes)
    await ask('hello there')
    await ask('how are you')
    expect(answers().map((one) => [textOf(one), one.face])).toEqual([
      ['Hi!', undefined],
      ['Fine.', undefined],
    ])
    const named = posts().filter(({ args }) => args['username'] !== undefined)
    expect([named.length, JSON.stringify(named[0])]).toEqual([1, expect.stringContaining(error)])
  }
})

it('without the setting nothing of it is asked of Slack', async () => {
  const { answers, ask, posts } = await started({ photoUrl }, ['chat:write.customize'])
  await ask('hello there')
  expect(answers()[0]!.face).toBeUndefined()
  expect(posts().filter(({ args }) => args['username'] !== undefined)).toEqual([])
})

it('what was said under another name is read back as ours, and what another app said is not', () => {
  const bot = { id: BOT, name: 'parley', app: 'B0PARLEY' }
  const read = (bot_id: string) => {
    const message = {
      type: 'message',
      subtype: 'bot_message',
      ts: '1795772784.000100',
      text: 'Hi!',
      username: 'Guide',
      bot_id,
    }
    return readMessage(message, { team: 'T0PARLEY', channel: GENERAL }, bot).author
  }
  expect(read('B0PARLEY')).toEqual({ id: BOT, name: 'Guide', kind: 'you' })
  expect(read('B0OTHER')).toMatchObject({ name: 'Guide', kind: 'program' })
})
