import { describe, expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator, type SlackSimulatorOptions } from '../../../console/stand-ins/slack/index.ts'
import { chatHouse, type HouseOptions } from '../../support/chat-house.ts'
import { openKeys } from '../../support/open-keys.ts'
import { textOf } from '../../support/slack-text.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const ann = 'U0ANN'
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

async function open(simulated: SlackSimulatorOptions, options: Partial<HouseOptions> = {}) {
  const simulator = createSlackSimulator(simulated)
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, ...options })
  await house.connect(simulator)
  await house.work()
  const settled = async () => {
    await simulator.delivered()
    await expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)
  }
  return { simulator, house, settled }
}

describe.each([
  { kind: 'group' as const, id: 'C0SECRET' },
  { kind: 'mpim' as const, id: 'C0PARTY' },
  { kind: 'mpim' as const, id: 'G0PARTY' },
])('a conversation of some people: $kind $id', ({ kind, id }) => {
  const channels = [{ id, kind, name: 'some', members: [ann, 'U0BEN', 'U0PARLEY'] }]

  it('is like a channel: whoever mentions the agent is answered in a thread, and told what others said there', async () => {
    const { simulator, house, settled } = await open({ channels })
    simulator.say({ user: ann, channel: id, text: 'Lunch?' })
    const root = simulator.say({ user: ann, channel: id, text: '@Parley where?' })
    await settled()
    expect(house.utterances()).toEqual(['where?'])
    expect(house.requests[0]).toMatchObject({ uid: 'slack_T0PARLEY_U0ANN' })
    simulator.say({ user: 'U0BEN', channel: id, text: 'I am for noodles', thread_ts: root })
    simulator.say({ user: ann, channel: id, text: '@Parley and then?', thread_ts: root })
    await settled()
    expect(house.requests[1]).toMatchObject({ utterance: 'and then?', others: [{ text: 'I am for noodles' }] })
    const answers = simulator.messages(id, { thread_ts: root }).filter(({ user }) => user === 'U0PARLEY')
    expect(answers.map(textOf)).toEqual(['re: where?', 're: and then?'])
  })

  it('can be followed', async () => {
    const { simulator, house, settled } = await open({ channels }, { channelMode: 'all' })
    simulator.say({ user: ann, channel: id, text: 'Hungry?' })
    await expect.poll(() => simulator.messages(id).map(textOf)).toContainEqual(expect.stringMatching(/^From now on/))
    await expect.poll(async () => [...(await house.store.listening.all()).values()][0]?.state).toBe('told')
    simulator.say({ user: ann, channel: id, text: 'Lunch?' })
    await settled()
    expect(house.utterances()).toEqual(['Lunch?'])
  })

  it('is not heard without the scope', async () => {
    const scopes = ['app_mentions:read', 'chat:write', 'channels:history', 'im:history']
    const { simulator, house, settled } = await open({ channels, app: { scopes } }, { channelMode: 'all' })
    simulator.say({ user: ann, channel: id, text: 'Lunch?' })
    await settled()
    expect(house.utterances()).toEqual([])
  })
})

describe('a file of another workspace, in a channel both share', () => {
  const users = [{ id: 'U0DEE', name: 'dee', real_name: 'Dee', is_bot: false, team: 'T0OTHER' }]
  const file = (name: string, bytes: Buffer) => ({ name, mimetype: 'image/png', base64: bytes.toString('base64') })
  const say = (files: object[]) => ({ user: 'U0DEE', channel: 'C0GENERAL', text: '@Parley look', files }) as never

  it('is asked for by its id', async () => {
    const { simulator, house, settled } = await open({ users })
    simulator.say(say([file('a.png', png)]))
    await settled()
    const told = simulator.deliveries.map(({ payload }) => JSON.stringify(payload)).join()
    expect(told).toContain('check_file_info')
    expect(told).not.toContain('url_private')
    expect(house.requests[0]?.images).toEqual([{ mimetype: 'image/png', base64: png.toString('base64') }])
  })

  it('that is no picture, too large or gone is left away', async () => {
    const { simulator, house, settled } = await open({ users })
    simulator.faults.set([{ kind: 'refuse', method: 'files.info', error: 'file_not_found', times: 1 }])
    simulator.say(say([file('gone.png', png), file('a.pdf', Buffer.from('%PDF-1.7')), file('b.png', png)]))
    await settled()
    expect(house.requests[0]).toMatchObject({ utterance: 'look', images: [{ mimetype: 'image/png' }] })
    expect(house.requests[0]!.images).toHaveLength(1)
  })

  it('counts among the pictures of a question', async () => {
    const { simulator, house, settled } = await open({ users })
    simulator.say(say(Array.from({ length: 5 }, (_, n) => file(`${n}.png`, png))))
    await settled()
    expect(house.requests[0]!.images).toHaveLength(4)
    expect(house.requests[0]!.notes).toEqual([expect.stringMatching(/4 pictures/)])
  })
})

it('whatever it says first, nothing of it has previews of links', async () => {
  const { simulator, settled } = await open({}, { think: async () => 'See https://example.com/cat.png' })
  simulator.open({ user: ann })
  const ts = simulator.say({ user: ann, channel: 'C0GENERAL', text: '@Parley look at https://example.com' })
  await settled()
  await simulator.shortcut({ user: ann, channel: 'C0GENERAL', ts, callback_id: 'ask_about' })
  const posts = () => simulator.calls.filter(({ method }) => method === 'chat.postMessage')
  await expect.poll(() => posts().length).toBe(3)
  for (const { args } of posts()) expect(args).toMatchObject({ unfurl_links: false, unfurl_media: false })
})
