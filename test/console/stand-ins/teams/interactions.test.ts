import { describe, expect, it } from 'vitest'
import { ANN, ANNS, BEN, BOT, card, type Json, LUNCH, SUPPORT, startApp, startSimulator } from './support.ts'

async function setUp(answer: (activity: Json) => { status?: number; body?: unknown } = () => ({})) {
  const simulator = await startSimulator({ limits: { enforceRates: false } })
  const { heard, api, last } = await startApp(simulator, answer)
  const show = async (
    actions: unknown[],
    body: unknown[] = [{ type: 'TextBlock', text: 'x' }],
    conversation = LUNCH,
  ) => {
    const { json } = await api.post(conversation, { attachments: [card(body, actions)] })
    return { user: ANN, conversation: conversation.split(';')[0]!, message: String(json['id']) }
  }
  return { simulator, heard, api, last, show }
}

describe('a button of a card', () => {
  it('of Action.Submit sends its data with the inputs, as a message without words', async () => {
    const { simulator, last, show } = await setUp()
    const inputs = [
      { type: 'Input.Text', id: 'name', isRequired: true, errorMessage: 'Say who' },
      { type: 'Input.ChoiceSet', id: 'size', value: 's', choices: [{ title: 'Small', value: 's' }] },
      { type: 'Input.Toggle', id: 'gift', title: 'A gift' },
    ]
    const action = { type: 'Action.Submit', title: 'Order', data: { k: 'order' } }
    const at = await show([action], inputs)
    const outcome = await simulator.press({ ...at, action, inputs: { name: 'Ann' } })
    expect(outcome.state).toBe('answered')
    expect(last()).toMatchObject({
      type: 'message',
      value: { k: 'order', name: 'Ann', size: 's', gift: 'false' },
      replyToId: at.message,
      from: { id: ANN },
    })
    expect(last()).not.toHaveProperty('text')
    await expect(simulator.press({ ...at, action: 'Order' })).rejects.toThrow('Say who')
    await expect(simulator.press({ ...at, action: 'Order', inputs: { name: 'Ann', size: 'xl' } })).rejects.toThrow(
      'size',
    )
    await expect(simulator.press({ ...at, action: 'Order', inputs: { nom: 'Ann' } })).rejects.toThrow('no input nom')
    await expect(simulator.press({ ...at, action: { ...action, data: {} } })).rejects.toThrow('no such button')
  })

  it('says in a channel which thread it is in', async () => {
    const { simulator, last, show } = await setUp()
    const root = simulator.say({ user: ANN, conversation: SUPPORT, text: 'question' })
    const at = await show([{ type: 'Action.Submit', title: 'Go' }], undefined, `${SUPPORT};messageid=${root}`)
    await simulator.press({ ...at, action: 'Go' })
    expect(last().conversation.id).toBe(`${SUPPORT};messageid=${root}`)
  })

  it('speaks for the person with imBack and messageBack', async () => {
    const { simulator, last, show } = await setUp()
    const at = await show([
      { type: 'Action.Submit', title: 'One', data: { msteams: { type: 'imBack', value: 'one' } } },
      {
        type: 'Action.Submit',
        title: 'Two',
        data: { msteams: { type: 'messageBack', displayText: 'I say two', text: 'two', value: { n: 2 } } },
      },
    ])
    await simulator.press({ ...at, action: 'One' })
    expect(last()).toMatchObject({ type: 'message', text: 'one', replyToId: at.message })
    await simulator.press({ ...at, action: 'Two' })
    expect(last()).toMatchObject({ type: 'message', text: 'two', value: { n: 2 } })
    expect(simulator.messages(LUNCH).map(({ text }) => text)).toEqual(['', 'one', 'I say two'])
  })

  it('of Action.Execute is answered with the card that this person sees instead', async () => {
    const next = card([{ type: 'TextBlock', text: 'done' }])
    const { simulator, last, show, api } = await setUp((activity) =>
      activity['type'] === 'invoke'
        ? { body: { statusCode: 200, type: next['contentType'], value: next['content'] } }
        : {},
    )
    const at = await show([{ type: 'Action.Execute', title: 'Do', verb: 'do', data: { n: 1 } }])
    expect((await simulator.press({ ...at, action: 'Do' })).state).toBe('answered')
    expect(last()).toMatchObject({
      type: 'invoke',
      name: 'adaptiveCard/action',
      value: { action: { type: 'Action.Execute', verb: 'do', data: { n: 1 } }, trigger: 'manual' },
      replyToId: at.message,
    })
    const seenBy = (as: string) => simulator.messages(LUNCH, { as })[0]!.attachments[0]
    expect(seenBy(ANN)).toMatchObject({ content: next['content'] })
    expect(seenBy(BEN)).toMatchObject({ content: { body: [{ text: 'x' }] } })
    await api.put(LUNCH, at.message, { attachments: [card([{ type: 'TextBlock', text: 'for all' }])] })
    expect(seenBy(ANN)).toMatchObject({ content: { body: [{ text: 'for all' }] } })
  })

  it('fails before the person when the app does not understand it, or answers nonsense', async () => {
    const answers: { status?: number; body?: unknown }[] = [
      { status: 501 },
      { body: { statusCode: 200, type: 'application/vnd.microsoft.card.adaptive', value: { type: 'Card' } } },
      { body: { statusCode: 500, type: 'application/vnd.microsoft.error', value: {} } },
      { body: {} },
    ]
    const { simulator, show } = await setUp((activity) => (activity['type'] === 'invoke' ? answers.shift()! : {}))
    const at = await show([{ type: 'Action.Execute', title: 'Do' }])
    while (answers.length > 0) {
      expect(await simulator.press({ ...at, action: 'Do' })).toMatchObject({
        state: 'failed',
        say: 'Something went wrong. Please try again.',
      })
    }
  })

  it('has no effect when the message is gone or nobody is there', async () => {
    const { simulator, api, show } = await setUp()
    const at = await show([{ type: 'Action.Submit', title: 'Go' }])
    simulator.disconnect()
    expect(await simulator.press({ ...at, action: 'Go' })).toEqual({
      state: 'failed',
      say: 'Unable to reach app. Please try again.',
    })
    await api.remove(LUNCH, at.message)
    await expect(simulator.press({ ...at, action: 'Go' })).rejects.toThrow('deleted')
  })
})

describe('a dialog', () => {
  const form = (title: string) => ({
    task: {
      type: 'continue',
      value: {
        title,
        width: 'medium',
        card: card(
          [{ type: 'Input.Text', id: 'name' }],
          [{ type: 'Action.Submit', title: 'Save', data: { step: title } }],
        ),
      },
    },
  })
  const open = { type: 'Action.Submit', title: 'Open', data: { n: 1, msteams: { type: 'task/fetch' } } }

  it('is opened by a button, goes on, and ends with a word', async () => {
    const answers: unknown[] = [form('First'), form('Second'), { task: { type: 'message', value: 'Saved' } }]
    const { simulator, heard, show } = await setUp(() => ({ body: answers.shift() }))
    const at = await show([open])
    await simulator.press({ ...at, action: 'Open' })
    expect(simulator.dialog(ANN)).toMatchObject({ title: 'First', width: 'medium' })
    expect(simulator.dialog(BEN)).toBeUndefined()
    await simulator.submit({ user: ANN, action: 'Save', inputs: { name: 'x' } })
    expect(simulator.dialog(ANN)).toMatchObject({ title: 'Second' })
    expect(await simulator.submit({ user: ANN, action: 'Save' })).toMatchObject({ state: 'answered', say: 'Saved' })
    expect(simulator.dialog(ANN)).toBeUndefined()
    expect(heard.map(({ activity }) => [activity['name'], (activity['value'] as Json)['data']])).toEqual([
      ['task/fetch', open.data],
      ['task/submit', { name: 'x', step: 'First' }],
      ['task/submit', { name: '', step: 'Second' }],
    ])
    await expect(simulator.submit({ user: ANN, action: 'Save' })).rejects.toThrow('No dialog is open')
  })

  it('ends without a word when the app answers nothing, and stays when it fails', async () => {
    const answers = [{ body: form('First') }, { status: 500 }, {}]
    const { simulator, show } = await setUp(() => answers.shift()!)
    await simulator.press({ ...(await show([open])), action: 'Open' })
    expect((await simulator.submit({ user: ANN, action: 'Save' })).state).toBe('failed')
    expect(simulator.dialog(ANN)).toBeDefined()
    expect((await simulator.submit({ user: ANN, action: 'Save' })).state).toBe('answered')
    expect(simulator.dialog(ANN)).toBeUndefined()
  })

  it('does not open with a form that Teams cannot show', async () => {
    const answers: unknown[] = [
      { task: { type: 'continue', value: { title: 'x' } } },
      { task: { type: 'continue', value: { title: 'x', card: { contentType: 'text/html' } } } },
      { task: { type: 'open' } },
    ]
    const { simulator, show } = await setUp(() => ({ body: answers.shift() }))
    const at = await show([open])
    while (answers.length > 0) expect((await simulator.press({ ...at, action: 'Open' })).state).toBe('failed')
    expect(simulator.dialog(ANN)).toBeUndefined()
  })
})

describe('feedback', () => {
  it('is an invoke with the thumb and what was written', async () => {
    const { simulator, api, last } = await setUp()
    const { json } = await api.post(LUNCH, { text: 'x', channelData: { feedbackLoop: { type: 'default' } } })
    const at = { user: ANN, conversation: LUNCH, message: String(json['id']) }
    await simulator.feedback({ ...at, reaction: 'dislike', text: 'wrong' })
    expect(last()).toMatchObject({
      type: 'invoke',
      name: 'message/submitAction',
      replyToId: at.message,
      value: { actionName: 'feedback', actionValue: { reaction: 'dislike', feedback: '{"feedbackText":"wrong"}' } },
    })
    expect(simulator.messages(LUNCH, { as: ANN })[0]).toMatchObject({ given: 'dislike' })
    expect(simulator.messages(LUNCH, { as: BEN })[0]).not.toHaveProperty('given')
    const plain = String((await api.post(LUNCH, { text: 'x' })).json['id'])
    await expect(simulator.feedback({ ...at, message: plain, reaction: 'like' })).rejects.toThrow('no feedback')
  })

  it('opens a dialog of the app when it is custom', async () => {
    const answers: unknown[] = [
      {
        task: {
          type: 'continue',
          value: {
            title: 'Why?',
            card: card([{ type: 'Input.Text', id: 'why' }], [{ type: 'Action.Submit', title: 'Send' }]),
          },
        },
      },
      undefined,
    ]
    const { simulator, api, heard } = await setUp(() => ({ body: answers.shift() }))
    const { json } = await api.post(ANNS, { text: 'x', channelData: { feedbackLoop: { type: 'custom' } } })
    await simulator.feedback({ user: ANN, conversation: ANNS, message: String(json['id']), reaction: 'like' })
    await simulator.submit({ user: ANN, action: 'Send', inputs: { why: 'good' } })
    expect(heard.map(({ activity }) => activity['name'])).toEqual(['message/fetchTask', 'message/submitAction'])
    expect(heard[1]!.activity['value']).toEqual({
      actionName: 'feedback',
      actionValue: { reaction: 'like', feedback: '{"why":"good"}' },
    })
    expect(simulator.dialog(ANN)).toBeUndefined()
  })
})

describe('a suggested action', () => {
  it('speaks for the person, or is an invoke', async () => {
    const { simulator, api, last } = await setUp()
    const suggest = async () => {
      const actions = [
        { type: 'imBack', title: 'Yes', value: 'yes please' },
        { type: 'Action.Submit', title: 'No', value: { no: true } },
        { type: 'Action.Compose', title: 'Write', value: {} },
      ]
      const { json } = await api.post(ANNS, { text: 'sure?', suggestedActions: { actions } })
      return { user: ANN, conversation: ANNS, message: String(json['id']) }
    }
    const at = await suggest()
    expect((await simulator.choose({ ...at, title: 'No' })).state).toBe('answered')
    expect(last()).toMatchObject({
      type: 'invoke',
      name: 'suggestedActions/submit',
      value: { no: true },
      replyToId: at.message,
    })
    await expect(simulator.choose({ ...at, title: 'Write' })).rejects.toThrow('compose box')
    await simulator.choose({ ...at, title: 'Yes' })
    expect(last()).toMatchObject({ type: 'message', text: 'yes please', recipient: { id: BOT } })
    expect(simulator.messages(ANNS).at(-1)).toMatchObject({ text: 'yes please', author: { id: ANN } })
    await expect(simulator.choose({ ...at, title: 'Yes' })).rejects.toThrow('Nothing called Yes is suggested')
  })
  it('is an invoke by the name of the documentation, if that is wanted', async () => {
    const simulator = await startSimulator({ suggestedInvoke: 'suggestedAction/submit' })
    const { api, last } = await startApp(simulator)
    const actions = [{ type: 'Action.Submit', title: 'No', value: { no: true } }]
    const { json } = await api.post(ANNS, { text: 'sure?', suggestedActions: { actions } })
    await simulator.choose({ user: ANN, conversation: ANNS, message: String(json['id']), title: 'No' })
    expect(last()).toMatchObject({ type: 'invoke', name: 'suggestedAction/submit' })
  })
})
