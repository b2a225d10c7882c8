import { describe, expect, it } from 'vitest'
import {
  ANN,
  ANNS,
  BEN,
  BENS,
  BOT,
  card,
  createClock,
  errorOf,
  GENERAL,
  type Json,
  LUNCH,
  SUPPORT,
  startApp,
  startSimulator,
} from './support.ts'

async function setUp() {
  const clock = createClock()
  const simulator = await startSimulator({ now: clock.now, limits: { enforceRates: false } })
  const { api } = await startApp(simulator)
  const refusal = async (activity: Json, at = ANNS, query = '') => errorOf(await api.post(at, activity, query))
  return { clock, simulator, api, refusal }
}

describe('messages', () => {
  it('are posted, updated and deleted', async () => {
    const { simulator, api } = await setUp()
    const { status, json } = await api.post(LUNCH, { text: 'hello' })
    expect(status).toBe(201)
    const id = String(json['id'])
    expect(await api.put(LUNCH, id, { text: 'hello **there**' })).toMatchObject({ status: 200, json: { id } })
    expect(simulator.messages(LUNCH)).toMatchObject([
      { id, text: 'hello **there**', text_format: 'markdown', edited: true, author: { id: BOT, bot: true } },
    ])
    expect((await api.remove(LUNCH, id)).status).toBe(200)
    expect(simulator.messages(LUNCH)).toMatchObject([{ id, text: '', deleted: true }])
    expect(errorOf(await api.put(LUNCH, id, { text: 'x' }))).toMatch(/^404 ActivityNotFoundInConversation/)
    expect(errorOf(await api.remove(LUNCH, id))).toMatch(/^404 ActivityNotFoundInConversation/)
  })

  it('are replies in a channel when the conversation says so', async () => {
    const { simulator, api } = await setUp()
    const root = simulator.say({ user: ANN, conversation: SUPPORT, text: 'question' })
    await api.post(`${SUPPORT};messageid=${root}`, { text: 'answer' })
    await api.post(SUPPORT, { text: 'another matter' })
    const threads = simulator.messages(SUPPORT).map((message) => [message.text, message.root])
    expect(threads).toEqual([
      ['question', undefined],
      ['answer', root],
      ['another matter', undefined],
    ])
    expect(simulator.messages(SUPPORT, { root }).map(({ text }) => text)).toEqual(['question', 'answer'])
    expect(errorOf(await api.post(`${SUPPORT};messageid=17`, { text: 'x' }))).toMatch(/^404 ConversationNotFound/)
    expect(errorOf(await api.post('19:nowhere@thread.v2', { text: 'x' }))).toMatch(/^404 ConversationNotFound/)
  })

  it("are the bot's own, or are not touched", async () => {
    const { simulator, api } = await setUp()
    const id = simulator.say({ user: ANN, conversation: ANNS, text: 'mine' })
    expect(errorOf(await api.put(ANNS, id, { text: 'x' }))).toMatch(/^403 NotEnoughPermissions/)
    expect(errorOf(await api.remove(ANNS, id))).toMatch(/^403 NotEnoughPermissions/)
  })

  it('have at most 100 KB of UTF-16', async () => {
    const { refusal } = await setUp()
    expect(await refusal({ text: 'x'.repeat(52_000) })).toMatch(/^413 MessageSizeTooBig/)
    expect(await refusal({ text: 'x'.repeat(50_000) })).toMatch(/^201 /)
  })

  it('become two when they have text beside a card, and cannot be changed to that', async () => {
    const { simulator, api, refusal } = await setUp()
    const attachments = [card([{ type: 'TextBlock', text: 'x' }])]
    expect(await api.post(LUNCH, { text: 'hello', attachments })).toMatchObject({ status: 202, json: {} })
    const shown = simulator.messages(LUNCH).map(({ text, attachments }) => [text, attachments.length])
    expect(shown).toEqual([
      ['hello', 0],
      ['', 1],
    ])
    const { json } = await api.post(LUNCH, { text: 'hello' })
    expect(errorOf(await api.put(LUNCH, String(json['id']), { text: 'hello', attachments }))).toMatch(
      /^400 .*multiple skype activities/,
    )
    expect((await api.put(LUNCH, String(json['id']), { attachments })).status).toBe(200)
    expect(await refusal({ attachments })).toMatch(/^201 /)
  })

  it('are refused when they are not formed as an activity', async () => {
    const { simulator, api, refusal } = await setUp()
    expect(await refusal({ type: 'event' })).toMatch(/^400 BadSyntax/)
    expect(await refusal({})).toMatch(/^400 .*needs text/)
    expect(await refusal({ text: 7 })).toMatch(/^400 /)
    expect(await refusal({ text: 'x', textFormat: 'html' })).toMatch(/^400 /)
    expect(await refusal({ text: 'x', from: { id: ANN } })).toMatch(/^403 /)
    expect(await refusal({ text: 'x', conversation: { id: BENS } })).toMatch(/^400 /)
    expect(await refusal({ text: 'x', attachments: [{ contentType: 'text/csv' }] })).toMatch(/^400 /)
    const mention = { type: 'mention', mentioned: { id: ANN }, text: '<at>Ann</at>' }
    expect(await refusal({ text: 'hi Ann', entities: [mention] })).toMatch(/^400 /)
    expect(await refusal({ text: 'hi <at>Ann</at>', entities: [mention] })).toMatch(/^201 /)
    expect(await refusal({ text: 'hi <at>Ann</at>', entities: [mention] }, BENS)).toMatch(/^400 .*no member/)
    const malformed = await api.call('POST', `conversations/${ANNS}/activities`)
    expect(malformed.status).toBe(400)
    expect(simulator.messages(ANNS)).toHaveLength(1)
  })

  it('cannot be sent where the bot is not, or is not wanted', async () => {
    const { simulator, refusal } = await setUp()
    simulator.install({ user: ANN, conversation: GENERAL, on: false })
    expect(await refusal({ text: 'x' }, SUPPORT)).toMatch(/^403 BotNotInConversationRoster/)
    simulator.block(ANN, true)
    expect(await refusal({ text: 'x' }, ANNS)).toMatch(/^403 ConversationBlockedByUser/)
    expect(await refusal({ text: 'x' }, BENS)).toMatch(/^201 /)
  })
})

describe('marks of an AI', () => {
  const message = { type: 'https://schema.org/Message', '@type': 'Message', '@context': 'https://schema.org' }
  const claim = (rest: Json = {}) => ({
    '@type': 'Claim',
    position: 1,
    appearance: { '@type': 'DigitalDocument', name: 'Handbook', abstract: 'On holidays', ...rest },
  })

  it('are shown: label, citations, sensitivity and thumbs', async () => {
    const { simulator, api } = await setUp()
    await api.post(LUNCH, {
      text: 'Thirty days [1]',
      entities: [
        {
          ...message,
          additionalType: ['AIGeneratedContent'],
          citation: [claim({ url: 'https://example.com/handbook', keywords: ['holidays'] })],
          usageInfo: { type: 'https://schema.org/Message', '@type': 'CreativeWork', name: 'Confidential' },
        },
      ],
      channelData: { feedbackLoop: { type: 'custom' } },
    })
    expect(simulator.messages(LUNCH)).toMatchObject([
      {
        ai_label: true,
        citations: [{ position: 1, name: 'Handbook', url: 'https://example.com/handbook', keywords: ['holidays'] }],
        sensitivity: { name: 'Confidential' },
        feedback: 'custom',
      },
    ])
  })

  it('are refused in other shapes', async () => {
    const { refusal } = await setUp()
    const about = (entity: Json) => refusal({ text: 'x [1]', entities: [{ ...message, ...entity }] })
    expect(await about({ '@type': 'message' })).toMatch(/^400 /)
    expect(await about({ additionalType: 'AIGeneratedContent' })).toMatch(/^400 /)
    expect(await about({ citation: [claim(), claim()] })).toMatch(/^400 .*same position/)
    expect(await about({ citation: [claim({ abstract: undefined })] })).toMatch(/^400 .*abstract/)
    expect(await about({ citation: [claim({ name: 'x'.repeat(81) })] })).toMatch(/^400 .*name/)
    expect(await about({ citation: [claim({ url: 'http://example.com' })] })).toMatch(/^400 .*https/)
    expect(await about({ citation: [claim({ keywords: ['a', 'b', 'c', 'd'] })] })).toMatch(/^400 .*keywords/)
    expect(await refusal({ text: 'x', channelData: { feedbackLoop: { type: 'thumbs' } } })).toMatch(/^400 /)
    expect(await about({ citation: [claim()] })).toMatch(/^201 /)
  })
})

describe('suggested actions', () => {
  const actions = ['one', 'two', 'three', 'four'].map((title) => ({ type: 'imBack', title, value: title }))
  const titles = (messages: { suggested_actions: { title: string }[] }[]) =>
    messages.map(({ suggested_actions }) => suggested_actions.map(({ title }) => title))

  it('are three at most, below the newest message only, and none beside attachments', async () => {
    const { simulator, api } = await setUp()
    await api.post(ANNS, { text: 'which?', suggestedActions: { actions } })
    expect(titles(simulator.messages(ANNS))).toEqual([['one', 'two', 'three']])
    await api.post(ANNS, {
      attachments: [card([{ type: 'TextBlock', text: 'x' }])],
      suggestedActions: { actions },
    })
    expect(titles(simulator.messages(ANNS))).toEqual([[], []])
  })

  it('are for those they are addressed to', async () => {
    const { simulator, api } = await setUp()
    await api.post(LUNCH, { text: 'which?', suggestedActions: { to: [BEN], actions } })
    expect(titles(simulator.messages(LUNCH, { as: ANN }))).toEqual([[]])
    expect(titles(simulator.messages(LUNCH, { as: BEN }))).toEqual([['one', 'two', 'three']])
  })

  it('are refused in other shapes', async () => {
    const { refusal } = await setUp()
    const about = (action: Json) => refusal({ text: 'x', suggestedActions: { actions: [action] } })
    expect(await about({ type: 'openUrl', title: 'x', value: 'https://example.com' })).toMatch(/^400 /)
    expect(await about({ type: 'imBack', value: 'x' })).toMatch(/^400 /)
    expect(await about({ type: 'imBack', title: 'x', value: {} })).toMatch(/^400 /)
  })
})

describe('cards', () => {
  it('are shown as they are sent', async () => {
    const { simulator, api } = await setUp()
    const attachment = card(
      [{ type: 'TextBlock', text: 'hello' }],
      [{ type: 'Action.Submit', title: 'Go', data: { k: 1 } }],
    )
    await api.post(LUNCH, { attachments: [attachment] })
    expect(simulator.messages(LUNCH)[0]!.attachments).toEqual([
      { kind: 'card', content_type: attachment['contentType'], content: attachment['content'] },
    ])
  })

  it('are refused where Teams would not show them', async () => {
    const { refusal } = await setUp()
    const about = (body: unknown[], actions: unknown[] = [], rest: Json = {}) => {
      const attachment = card(body, actions)
      return refusal({ attachments: [{ ...attachment, content: { ...(attachment['content'] as Json), ...rest } }] })
    }
    const text = { type: 'TextBlock', text: 'x' }
    expect(await about([text], [], { version: '1.6' })).toMatch(/^400 .*version/)
    expect(await about([text], [], { version: undefined })).toMatch(/^400 .*version/)
    expect(await about([])).toMatch(/^400 .*empty/)
    expect(await about([{ type: 'Headline', text: 'x' }])).toMatch(/^400 .*Headline/)
    expect(await about([{ type: 'TextBlock' }])).toMatch(/^400 .*text/)
    expect(await about([{ type: 'Container', items: [{ type: 'Column', items: [{ type: 'Nothing' }] }] }])).toMatch(
      /^400 /,
    )
    expect(await about([{ type: 'Input.Text' }])).toMatch(/^400 .*id/)
    expect(
      await about([
        { type: 'Input.Text', id: 'a' },
        { type: 'Input.Text', id: 'a' },
      ]),
    ).toMatch(/^400 .*twice/)
    expect(await about([{ type: 'Input.ChoiceSet', id: 'a', choices: [{ title: 'x' }] }])).toMatch(/^400 .*choice/)
    expect(await about([text], [{ type: 'Action.Press', title: 'x' }])).toMatch(/^400 .*Action.Press/)
    expect(await about([text], [{ type: 'Action.Submit' }])).toMatch(/^400 .*title/)
    expect(await about([text], Array(7).fill({ type: 'Action.Submit', title: 'x' }))).toMatch(/^400 .*6/)
    expect(await about([{ type: 'TextBlock', text: 'x'.repeat(29_000) }])).toMatch(/^413 MessageSizeTooBig/)
  })
})

describe('targeted messages', () => {
  const query = '?isTargetedActivity=true'
  const to = (id: string) => ({ recipient: { id, isTargeted: true } })

  it('are seen by one person, changed and deleted as such, and gone after a day', async () => {
    const { simulator, api, clock } = await setUp()
    const { json } = await api.post(LUNCH, { text: 'psst', ...to(ANN) }, query)
    const id = String(json['id'])
    const seenBy = (as: string) => simulator.messages(LUNCH, { as }).map(({ text }) => text)
    expect(errorOf(await api.put(LUNCH, id, { text: 'x' }))).toMatch(/^404 /)
    expect((await api.put(LUNCH, id, { text: 'psst!', ...to(ANN) }, query)).status).toBe(200)
    expect([seenBy(ANN), seenBy(BEN)]).toEqual([['psst!'], []])
    expect(errorOf(await api.remove(LUNCH, id))).toMatch(/^404 /)
    expect((await api.remove(LUNCH, id, query)).status).toBe(200)
    expect(seenBy(ANN)).toEqual([])
    await api.post(LUNCH, { text: 'again', ...to(ANN) }, query)
    clock.pass(24 * 3_600_000)
    simulator.expire()
    expect(seenBy(ANN)).toEqual([])
  })

  it('need a member of a group or channel, named in both places', async () => {
    const { refusal } = await setUp()
    expect(await refusal({ text: 'x', ...to(ANN) }, ANNS, query)).toMatch(/^400 /)
    expect(await refusal({ text: 'x', ...to(ANN) }, LUNCH)).toMatch(/^400 /)
    expect(await refusal({ text: 'x' }, LUNCH, query)).toMatch(/^400 /)
    expect(await refusal({ text: 'x', ...to('29:1eve') }, LUNCH, query)).toMatch(/^400 .*no member/)
  })
})

describe('conversations', () => {
  it('can be opened with a person, or started in a channel', async () => {
    const { simulator, api } = await setUp()
    const create = (body: Json) => api.call('POST', 'conversations', { tenantId: simulator.tenantId, ...body })
    expect(await create({ members: [{ id: BEN }] })).toMatchObject({ status: 201, json: { id: BENS } })
    const thread = await create({
      channelData: { channel: { id: SUPPORT } },
      activity: { type: 'message', text: 'news' },
    })
    const [root] = simulator.messages(SUPPORT)
    expect(thread.json).toMatchObject({ id: `${SUPPORT};messageid=${root!.id}`, activityId: root!.id })
    expect(errorOf(await create({ members: [{ id: ANN }, { id: BEN }], isGroup: true }))).toMatch(/^400 /)
    expect(errorOf(await create({ members: [{ id: BEN }], tenantId: 'another' }))).toMatch(/^403 /)
    expect(errorOf(await api.call('POST', 'conversations', { members: [{ id: BEN }] }))).toMatch(/^400 .*tenantId/)
  })

  it('tell who is in them', async () => {
    const { api } = await setUp()
    const members = `conversations/${encodeURIComponent(LUNCH)}`
    const ann = { id: ANN, name: 'Ann', email: 'ann@example.com', userRole: 'user' }
    expect((await api.call('GET', `${members}/members`)).json).toMatchObject([ann, { id: BEN }])
    expect((await api.call('GET', `${members}/pagedmembers?pageSize=50`)).json).toMatchObject({
      members: [ann, { id: BEN }],
    })
    expect((await api.call('GET', `${members}/members/${ANN}`)).json).toMatchObject(ann)
    expect(errorOf(await api.call('GET', `${members}/members/29:1eve`))).toMatch(/^404 MemberNotFoundInConversation/)
    const team = `teams/${encodeURIComponent(GENERAL)}`
    expect((await api.call('GET', team)).json).toMatchObject({ name: 'Parley HQ', channelCount: 2 })
    const channels = (await api.call('GET', `${team}/conversations`)).json
    expect(channels).toEqual({ conversations: [{ id: GENERAL }, { id: SUPPORT, name: 'Support' }] })
  })
})
