import { describe, expect, it } from 'vitest'
import { colour, createWorld, parking, type Said } from './scenario-world.ts'

const buttons = { say: 'Which colour?', options: [{ text: 'Red', goto: 'done' }], select: true }
const hours = { when: ['when are you open'], say: 'From nine to five.', url: 'https://example.com/hours' }
const nodeOf = ({ answer }: Said) => answer.scenarioNode?.id

describe('a scenario without an answer to what was said', () => {
  const table = [
    { policy: 'return', text: 'From nine to five.\n\nWhich colour?', node: 'ask', source: 'rule' },
    { policy: 'stay', text: 'Which colour?', node: 'ask', source: 'scenario' },
    { policy: 'leave', text: 'From nine to five.', node: undefined, source: 'rule' },
  ]
  for (const { policy, text, node, source } of table) {
    it(`does as its policy says: ${policy}`, async () => {
      const world = await createWorld({ scenarios: [colour({ policy: { digression: policy } })], rules: [hours] })
      await world.say('colour')
      const said = await world.say('When are you open?')
      expect(said).toMatchObject({ text, trace: { source } })
      expect(nodeOf(said)).toBe(node)
      expect((await world.progress())?.node).toBe(node)
    })
  }

  it('shows the options of its question again, and what else the other answer carries', async () => {
    const ask = { say: 'Which colour?', options: [{ text: 'Red', goto: 'done' }], url: 'https://example.com/colours' }
    const world = await createWorld({
      scenarios: [colour({ nodes: { ask } })],
      rules: [{ ...hours, options: ['Thanks'] }],
    })
    await world.say('colour')
    expect((await world.say('when are you open')).answer).toMatchObject({
      options: ['Red'],
      shouldSelectOption: false,
      url: 'https://example.com/hours',
    })
  })

  it('asks again also when nothing else has an answer', async () => {
    const agent = { llmSettings: { llm: 'gpt-4o-mini' } }
    const world = await createWorld({ scenarios: [colour()], agent })
    await expect(world.say('hm')).rejects.toMatchObject({ code: 'model_not_configured' })
    await world.say('colour')
    expect(await world.say('hm')).toMatchObject({ text: 'Which colour?', trace: { source: 'scenario' } })
  })

  it('does not start at once again when it has left', async () => {
    const policy = { digression: 'leave' }
    const world = await createWorld({
      scenarios: [colour({ start: [{ match: { any: true } }], policy })],
      rules: [hours],
    })
    await world.say('hm')
    expect((await world.say('when are you open')).text).toBe('From nine to five.')
    expect((await world.say('when are you open')).text).toBe('Which colour?')
  })

  it('asks again when it is called by the words that start it', async () => {
    const world = await createWorld({ scenarios: [colour()], rules: [{ when: ['colour'], say: 'A rule.' }] })
    await world.say('colour')
    const said = await world.say('Colour')
    expect(said).toMatchObject({ text: 'Which colour?', trace: { scenario: { by: 'start again', path: [] } } })
  })

  it('gives up asking when its policy says so, also where it stays', async () => {
    const policy = { digression: 'stay', reprompt: { max: 1, goto: 'help' } }
    const world = await createWorld({ scenarios: [colour({ policy })] })
    await world.say('colour')
    expect((await world.say('hm')).text).toBe('Which colour?')
    expect((await world.say('hm')).text).toBe('Ask a person.')
  })

  it('counts anew at each question', async () => {
    const nodes = {
      ask: { ...buttons, options: [{ text: 'Red', goto: 'shade' }] },
      shade: { say: 'Which shade?', options: [{ text: 'Dark', goto: 'done' }], select: true },
    }
    const world = await createWorld({ scenarios: [colour({ nodes, policy: { reprompt: { max: 1, goto: 'help' } } })] })
    for (const user of ['colour', 'hm', 'red']) await world.say(user)
    expect((await world.say('hm')).text).toBe('Which shade?')
    expect((await world.say('hm')).text).toBe('Ask a person.')
  })
})

describe('time', () => {
  it('runs from when a question was last asked; a node’s own limit stands in place of the policy’s', async () => {
    const timeout = { after: '30m', goto: 'late' }
    const patient = {
      say: 'Take your time.',
      collect: { state: 'x', goto: 'done' },
      timeout: { after: '2h', goto: 'help' },
    }
    const nodes = { ask: { say: 'Which?', on: [{ match: { exact: 'wait' }, goto: 'patient' }] }, patient }
    const world = await createWorld({ scenarios: [colour({ nodes, policy: { timeout } })] })
    await world.say('colour')
    world.advance(29)
    expect((await world.say('hm')).text).toContain('Which?')
    world.advance(29)
    expect((await world.say('wait')).text).toBe('Take your time.')
    world.advance(119)
    expect((await world.say('there')).text).toBe('Fine.')
    await world.say('colour')
    await world.say('wait')
    world.advance(120)
    expect((await world.say('there')).text).toBe('Ask a person.')
  })

  it('that has run out leaves what was said to the rest of the agent, unless it is asked another question', async () => {
    const policy = { timeout: { after: '30m', goto: 'late' } }
    const world = await createWorld({ scenarios: [colour({ policy }), parking], rules: [hours] })
    for (const [user, text] of [
      ['hm', 'Too late.'],
      ['when are you open', 'Too late.\n\nFrom nine to five.'],
      ['parking', 'Too late.\n\nWhich garage?'],
    ] as const) {
      await world.say('')
      await world.say('colour')
      world.advance(30)
      const said = await world.say(user)
      expect(said.text).toBe(text)
      expect(said.trace.scenario).toMatchObject({ id: 'colour', ended: 'expired' })
    }
    const still = { say: 'Still there?', on: [{ match: { any: true }, goto: 'done' }] }
    const car = { ...parking, policy, nodes: { ...parking.nodes, late: { say: 'Too late.', end: 'expired' } } }
    await world.publish({ scenarios: [colour({ policy }), car], rules: [hours] })
    for (const user of ['', 'colour', 'parking']) await world.say(user)
    world.advance(30)
    expect((await world.say('when are you open')).text).toBe('Too late.\n\nFrom nine to five.')
    await world.publish({
      scenarios: [colour({ policy: { timeout: { after: '30m', goto: 'still' } }, nodes: { still } })],
    })
    await world.say('')
    await world.say('colour')
    world.advance(30)
    expect((await world.say('red')).text).toBe('Still there?')
  })
})

describe('which scenario starts', () => {
  const named = (id: string, more: { [key: string]: unknown }) => ({
    ...colour(more),
    id,
    nodes: { ask: { say: `${id}?`, collect: { state: 'x', goto: 'done' } }, done: { say: 'Fine.', end: 'completed' } },
  })
  it('is decided by priority, then by the order they are written in, among those that may', async () => {
    const start = [{ match: { partial: 'go' } }]
    const world = await createWorld({
      scenarios: [
        named('first', { start }),
        named('second', { start }),
        named('guarded', { start, priority: 90, guard: [{ state: 'vip' }, { state: 'banned', op: 'missing' }] }),
        named('urgent', { start: [{ match: { partial: 'now' } }], priority: 60 }),
      ],
    })
    for (const [state, user, text] of [
      [{}, 'go', 'first?'],
      [{}, 'go now', 'urgent?'],
      [{ vip: '1' }, 'go now', 'guarded?'],
      [{ vip: '1', banned: '1' }, 'go', 'first?'],
    ] as const) {
      await world.say('')
      await world.db.batch(world.store.people.unsetSteps('test/default/ann', ['vip', 'banned']))
      expect((await world.say(user, { state })).text).toBe(text)
    }
  })

  it('is one before any rule', async () => {
    const world = await createWorld({ scenarios: [colour()], rules: [{ when: ['colour'], say: 'A rule.' }] })
    expect((await world.say('colour')).text).toBe('Which colour?')
  })

  it('is none for somebody without a uid, of whom nothing can be kept', async () => {
    const world = await createWorld({ scenarios: [colour()], rules: [{ when: ['colour'], say: 'A rule.' }] })
    const agent = (await world.store.agents.live('test'))!
    expect(agent.document.scenarios).toHaveLength(1)
    expect((await world.say('colour', { uid: undefined })).text).toBe('A rule.')
  })
})

describe('a conversation start', () => {
  const greeting = colour({ start: [{ match: { start: true } }] })

  it('forgets what was running', async () => {
    const world = await createWorld({ scenarios: [colour()], replies: { opening: 'Hi.' } })
    await world.say('colour')
    expect((await world.say('')).text).toBe('Hi.')
    expect(await world.progress()).toBeUndefined()
    await world.publish({ scenarios: [{ ...greeting, id: 'greeting' }, parking] })
    for (const user of ['', 'parking', '']) await world.say(user)
    expect(await world.progress()).toMatchObject({ scenario: 'greeting', suspended: [] })
  })

  it('may be where a scenario begins: after an opening that somebody wrote, in place of any other', async () => {
    const ask = { ...buttons, imageUrl: 'https://example.com/colours.png' }
    const scenarios = [colour({ start: [{ match: { start: true } }], nodes: { ask } })]
    const plain = await createWorld({ scenarios })
    const said = await plain.say('')
    expect(said.answer).toMatchObject({ utterance: 'Which colour?', options: ['Red'], shouldSelectOption: true })
    expect(said.trace).toMatchObject({ source: 'opening', scenario: { by: 'start', path: ['ask'] } })
    expect((await plain.say('red')).text).toBe('Fine.')

    const polite = await createWorld({ scenarios: [greeting], replies: { opening: 'Hi.', openingOptions: ['Help'] } })
    expect((await polite.say('')).answer).toMatchObject({ utterance: 'Hi.\n\nWhich colour?', options: ['Help'] })
    expect((await polite.say('', { startUtterance: 'Hello again.' })).text).toBe('Hello again.\n\nWhich colour?')
  })

  it('is no start for an utterance, nor the other way round', async () => {
    const anything = { ...parking, id: 'anything', start: [{ match: { any: true } }] }
    const world = await createWorld({ scenarios: [anything, greeting] })
    expect((await world.say('')).text).toBe('Which colour?')
    await world.say('red')
    expect((await world.say('hm')).text).toBe('Which garage?')
  })
})

describe('one scenario within another', () => {
  it('does not begin while it is suspended', async () => {
    const garage = { ask: { say: 'Which garage?', options: [{ text: 'A', goto: 'done' }] }, done: parking.nodes.done }
    const world = await createWorld({ scenarios: [colour(), { ...parking, nodes: garage }] })
    for (const user of ['colour', 'parking']) await world.say(user)
    expect((await world.say('colour')).text).toContain('Which garage?')
    expect((await world.progress())?.suspended).toHaveLength(1)
  })

  it('suspends it, and it goes on with its question afterwards', async () => {
    const world = await createWorld({ scenarios: [colour(), parking] })
    await world.say('colour')
    expect(await world.say('what about parking?')).toMatchObject({
      text: 'Which garage?',
      trace: { scenario: { id: 'colour', by: 'digression, start partial', path: ['parking/ask'] } },
    })
    expect(await world.progress()).toMatchObject({
      scenario: 'parking',
      suspended: [{ scenario: 'colour', node: 'ask' }],
    })
    const back = await world.say('the one in Main Street')
    expect(back).toMatchObject({
      text: 'Noted.\n\nWhich colour?',
      trace: { scenario: { id: 'parking', ended: 'completed' } },
    })
    expect(nodeOf(back)).toBe('ask')
    expect((await world.say('red')).text).toBe('Fine.')
    expect(await world.progress()).toBeUndefined()
  })

  it('may be over in one turn', async () => {
    const info = { ...parking, nodes: { ask: { say: 'There is none.', end: 'completed' } } }
    const world = await createWorld({ scenarios: [colour(), info] })
    await world.say('colour')
    expect((await world.say('parking?')).text).toBe('There is none.\n\nWhich colour?')
  })

  it('leaves what it cannot answer to the one beneath, when it leaves', async () => {
    const rude = {
      ...parking,
      policy: { digression: 'leave' },
      nodes: {
        ask: { say: 'Which garage?', options: [{ text: 'A', goto: 'done' }] },
        done: { say: 'Noted.', end: 'completed' },
      },
    }
    const world = await createWorld({ scenarios: [colour(), rude], rules: [hours] })
    await world.say('colour')
    await world.say('parking?')
    expect(await world.say('blue')).toMatchObject({
      text: 'Fine.',
      trace: { scenario: { by: 'digression, on[0] exact' } },
    })
    await world.say('colour')
    await world.say('parking?')
    expect((await world.say('when are you open')).text).toBe('From nine to five.\n\nWhich colour?')
    expect(await world.progress()).toMatchObject({ scenario: 'colour', suspended: [] })
  })

  it('goes no deeper than five', async () => {
    const many = Array.from({ length: 7 }, (_, i) => ({
      ...colour({
        start: [{ match: { exact: `go ${i}` } }],
        nodes: { ask: { say: `${i}?`, options: [{ text: 'ok', goto: 'done' }] } },
      }),
      id: `s${i}`,
    }))
    const world = await createWorld({ scenarios: many, replies: { noAnswer: 'Sorry.' } })
    for (let i = 0; i < 6; i++) expect((await world.say(`go ${i}`)).text).toBe(`${i}?`)
    expect((await world.say('go 6')).text).toBe('Sorry.\n\n5?')
    expect((await world.say('go 0')).text).toBe('Sorry.\n\n5?')
    for (let i = 5; i > 0; i--) expect((await world.say('ok')).text).toBe(`Fine.\n\n${i - 1}?`)
    expect((await world.say('ok')).text).toBe('Fine.')
  })

  it('begins in its place when one jumps there', async () => {
    const nodes = { done: { say: 'Fine. Now the car.', end: { jump: 'parking' } } }
    const world = await createWorld({ scenarios: [colour({ nodes }), parking] })
    await world.say('colour')
    const said = await world.say('red')
    expect(said).toMatchObject({
      text: 'Fine. Now the car.\n\nWhich garage?',
      trace: { scenario: { id: 'colour', path: ['done', 'parking/ask'] } },
    })
    expect(said.trace.scenario?.ended).toBeUndefined()
    expect(await world.progress()).toMatchObject({ scenario: 'parking', suspended: [] })
  })

  it('begins anew, and does not go on afterwards, when another jumps to it while it is suspended', async () => {
    const nodes = { done: { say: 'Noted. Now colours.', end: { jump: 'colour' } } }
    const world = await createWorld({ scenarios: [colour(), { ...parking, nodes: { ...parking.nodes, ...nodes } }] })
    for (const user of ['colour', 'parking']) await world.say(user)
    expect((await world.say('Main Street')).text).toBe('Noted. Now colours.\n\nWhich colour?')
    expect((await world.say('red')).text).toBe('Fine.')
    expect(await world.progress()).toBeUndefined()
  })
})
