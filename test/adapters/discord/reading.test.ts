import { expect, it, onTestFinished } from 'vitest'
import { createDiscord } from '../../../adapters/discord/index.ts'
import { createDiscordSimulator } from '../../../console/stand-ins/discord/index.ts'
import { APP, GUILDS } from '../../../console/stand-ins/discord/settings.ts'
import { minimalAgent } from '../../support/agent.ts'
import { chatHouse } from '../../support/chat-house.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { ANN, BEN } from './harness.ts'

/** A thread of 250 lines that its agent has heard, of which it may be shown 200 in two calls. */
async function longThread() {
  const simulator = createDiscordSimulator({ limits: { identifyWindowMs: 0, enforceRates: false } })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const house = await chatHouse({ onFinished: onTestFinished, folder: tempFolder() })
  const document = { ...minimalAgent(), context: { messages: 200, calls: 2, tokens: 20_000 } }
  await house.store.db.batch(house.store.agents.publishSteps({ id: 'test', document, author: 'test', base: 1 }))
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const installations = house.installationsOf('discord')
  const { budget } = house
  const notes = house.store.notes('discord')
  await house.join(
    createDiscord({ botToken: simulator.token, apiUrl: `${simulator.url}/api`, installations, notes, budget, log }),
  )
  await house.work()
  const channel = GUILDS[0]!.channels[0]!.id
  const root = simulator.say({ user: BEN, channel, content: 'the beginning' })
  const thread = simulator.startThread({ user: ANN, channel, message: root, name: 'Long' })
  const ask = (user: string, text: string) => simulator.say({ user, channel: thread, content: `<@${APP.id}> ${text}` })
  const heard = async () => {
    const rows = await house.store.db.query.selectFrom('said').select('text').execute()
    return rows.filter(({ text }) => text.startsWith('line ')).length
  }
  ask(ANN, 'are you there?')
  const said = () => simulator.messages(thread).map(({ content }) => content)
  await expect.poll(said).toContain('re: are you there?')
  for (let n = 1; n <= 250; n++) simulator.say({ user: BEN, channel: thread, content: `line ${n}` })
  await expect.poll(heard).toBe(250)
  return { simulator, house, heard, said, ask: () => ask(BEN, 'what now?') }
}

it.each([
  ['both pages are told', undefined],
  ['the second page is refused', 'refuse'],
  ['the second page is limited', 'ratelimited'],
  ['the connection breaks with the second page', 'drop'],
] as const)(
  'a long thread is read page by page, and what was not read is not taken for deleted: %s',
  async (_, kind) => {
    const { simulator, house, heard, ask } = await longThread()
    const route = 'GET /channels/{channel}/messages'
    if (kind) simulator.faults.set([{ kind, route, after: 1, ...(kind === 'refuse' && { code: 50001 }) }])
    ask()
    await expect.poll(() => house.utterances()).toContain('what now?')
    const shown = house.requests.findLast(({ utterance }) => utterance === 'what now?')!.others ?? []
    expect(shown.at(-1)!.text).toBe('line 250')
    // Two calls read two hundred messages; those before, which were heard, are known, and still there.
    expect(shown.filter(({ text }) => text.startsWith('line '))).toHaveLength(200)
    expect(await heard()).toBe(250)
  },
)
