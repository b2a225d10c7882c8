import { describe, expect, it } from 'vitest'
import { commands as handlers } from '../../../src/admin/commands/families.ts'
import { commandTable } from '../../../src/model/commands.ts'
import { orderKey } from '../../../src/model/key.ts'
import { asText } from '../../../src/model/message.ts'
import type { View } from '../../../src/model/view.ts'
import { firstAccount } from '../../../src/store/accounts.ts'
import { ann as atConsole, guide, webhook } from '../support.ts'
import { caller, channel, commandHouse, file, uid, workspace } from './house.ts'

const actor = { account: firstAccount, author: uid('ann'), door: 'slack' } as const
const prompt = 'Be kind. '.repeat(500)

/** A house with the agent `demo` in the channel; Ben is an admin of it. */
async function furnished(more: object = {}) {
  const house = await commandHouse(more)
  const { admin, store } = house
  const agent = { id: 'demo', ...guide, llmSettings: { llm: 'gpt-4o', temperature: 0.4, prompt: 'Be kind.' } }
  const secret = webhook('tickets', { authHeaders: [{ key: 'Authorization', value: 'Bearer of-the-test' }] })
  await admin.agents.create({ agent, webhooks: [secret] }, atConsole)
  await store.db.batch([
    store.places.bindStep({ place: channel, account: firstAccount, agent: 'demo', mode: 'mention' }),
  ])
  await admin.roles.set(uid('ben'), 'admin', 'demo', actor)
  const rows = async () => (await admin.audit.list(firstAccount, { limit: 1000 })).length
  return { ...house, rows, ben: house.as(caller('ben')) }
}

const fieldsOf = (view: View) => view.form!.sections.flatMap((section) => section.fields)
const fieldValue = (view: View, name: string) =>
  (fieldsOf(view).find((field) => field.name === name) as { value?: unknown }).value

it('every command of the table does something', () => {
  expect(commandTable.filter(({ name }) => handlers[name] === undefined)).toEqual([])
})

describe('a repeat', () => {
  it.each([
    ['use demo all'],
    ['unuse'],
    ['rule add hello Hi'],
    ['webhook toggle tickets'],
    ['key issue conversation Site'],
    ['state set plan gold'],
    [`role add @${uid('cleo')} blocked`],
    ['reset'],
  ])('of `%s` is told when it was done, and does nothing', async (line) => {
    const { ann, rows } = await furnished()
    const first = await ann.say(line, [], 'the-same')
    const before = await rows()
    const again = await ann.say(line, [], 'the-same')
    expect(again.text).toMatch(/^This was done already, at \d{4}-/)
    expect(again.text).not.toContain('pck_')
    expect(await rows()).toBe(before)
    expect(first.text).not.toBe(again.text)
  })

  it('of a press does it once, whatever the platform calls the press', async () => {
    const { ann, admin } = await furnished()
    const changed = await ann.say('rule add hello Hi')
    const done = await Promise.all([ann.press(changed, 'Publish', 'a'), ann.press(changed, 'Publish', 'b')])
    expect(done.filter(({ text }) => /Version 2 .*is live/.test(text))).toHaveLength(1)
    expect(done.filter(({ text }) => /done already/.test(text))).toHaveLength(1)
    expect((await admin.agents.get('demo', atConsole)).version).toBe(2)
  })

  it('of a form that is sent makes one agent', async () => {
    const { ann, admin } = await furnished()
    const form = await ann.say('create')
    await ann.send(form, { name: 'Guide' }, 'a')
    expect((await ann.send(form, { name: 'Guide' }, 'a')).text).toMatch(/done already/)
    expect((await ann.send(form, { name: 'Guide' }, 'b')).form?.faults).toMatchObject([{ field: 'id' }])
    expect(await admin.agents.list(atConsole)).toHaveLength(2)
  })
})

describe('two who edit at once', () => {
  it('both have their way where they changed different things', async () => {
    const { ann, ben, admin } = await furnished()
    const [first, second] = [await ann.say('edit'), await ben.say('edit')]
    await ann.send(first, { name: 'Guide of Ann', temperature: '0.4', provider: 'Example' })
    const { text } = await ben.send(second, { name: 'Guide', temperature: '0.9', provider: 'Example' })
    expect(text).toMatch(/^Saved/)
    const { document } = await admin.drafts.current('demo', atConsole)
    expect(document.agent).toMatchObject({ displayName: 'Guide of Ann', llmSettings: { temperature: 0.9 } })
  })

  it('see what the other changed where it is the same, and lose nothing', async () => {
    const { ann, ben, admin } = await furnished()
    const [first, second] = [await ann.say('edit'), await ben.say('edit')]
    await ann.send(first, { name: 'Guide of Ann', description: 'Ann’s' })
    const again = await ben.send(second, { name: 'Guide of Ben', prompt: 'Be brief.' })
    expect(again.text).toBe(
      `<@${uid('ann')}> changed the same meanwhile, so nothing was saved. The form shows what is there now.`,
    )
    expect(again.form?.faults).toEqual([
      { field: 'name', message: 'Somebody changed this to “Guide of Ann” meanwhile. Send again to make it yours.' },
    ])
    expect([fieldValue(again, 'name'), fieldValue(again, 'prompt'), fieldValue(again, 'description')]).toEqual([
      'Guide of Ben',
      'Be brief.',
      'Ann’s',
    ])
    expect((await admin.drafts.current('demo', atConsole)).document.agent.displayName).toBe('Guide of Ann')
    const last = await ben.send(again, { name: 'Guide of Ben', prompt: 'Be brief.' })
    expect(last.text).toMatch(/^Saved/)
    const { document } = await admin.drafts.current('demo', atConsole)
    expect(document.agent).toMatchObject({
      displayName: 'Guide of Ben',
      description: 'Ann’s',
      llmSettings: { prompt: 'Be brief.' },
    })
  })

  it('nor where the form goes on with more fields', async () => {
    const { ann, ben, admin, commands } = await furnished()
    const { form } = await ann.say('edit')
    await ben.send(await ben.say('edit'), { description: 'Ben’s' })
    const given = { offer: form!.more!.offer, values: { name: 'Guide of Ann', description: 'Ann’s' } }
    const all = await commands.run({ caller: caller('ann'), eventId: 'more', given })
    expect([fieldValue(all, 'name'), fieldValue(all, 'description')]).toEqual(['Guide of Ann', 'Ann’s'])
    const again = await ann.send(all, { name: 'Guide of Ann', description: 'Ann’s', provider: 'Example' })
    expect(again.form?.faults).toMatchObject([{ field: 'description', message: expect.stringContaining('Ben’s') }])
    expect((await ann.send(again, { name: 'Guide of Ann', description: 'Ben’s', provider: 'Example' })).text).toMatch(
      /^Saved/,
    )
    const { agent } = (await admin.drafts.current('demo', atConsole)).document
    expect(agent).toMatchObject({ displayName: 'Guide of Ann', description: 'Ben’s', providerName: 'Example' })
  })

  it('cannot undo what the other has built upon', async () => {
    const { ann, ben, admin } = await furnished()
    const changed = await ann.say('rule add hello Hi')
    await ben.say('rule add bye Bye')
    expect((await ann.press(changed, 'Undo')).text).toMatch(/changed/)
    expect((await admin.drafts.current('demo', atConsole)).document.rules).toHaveLength(2)
  })

  it('put nothing live and throw nothing away that they were not shown', async () => {
    const { ann, ben, admin } = await furnished()
    await ann.say('rule add hello Hi')
    for (const label of ['Publish', 'Discard the draft']) {
      const seen = await ann.say('diff')
      await ben.say(`rule add "${label}" Bye`)
      const now = await ann.press(seen, label)
      expect(now.text).toMatch(/^The draft has changed since that was shown, so nothing was done/)
      expect(now.text).toContain(`+    - ${label}`)
      expect(await admin.drafts.get('demo', atConsole)).toMatchObject({ version: 1 })
    }
    const now = await ann.say('diff')
    expect((await ann.press(now, 'Publish')).text).toMatch(/^Version 2 of/)
    expect((await ann.press(now, 'Publish')).text).toMatch(/done already/)
  })

  it('settle what the API changed to something else', async () => {
    const { ann, admin } = await furnished()
    await ann.send(await ann.say('edit'), { name: 'From the draft' })
    await admin.agents.update({ agent: { id: 'demo', displayName: 'From the API' } }, atConsole)
    const stopped = await ann.say('publish')
    expect(stopped.text).toContain('live “From the API”, draft “From the draft”')
    expect((await admin.agents.get('demo', atConsole)).version).toBe(2)
    const settled = await ann.press(stopped, 'Keep the draft’s')
    expect(settled.text).toMatch(/^Settled\./)
    await ann.press(settled, 'Publish')
    expect((await admin.agents.get('demo', atConsole)).document.agent.displayName).toBe('From the draft')
  })
})

describe('a form', () => {
  it('changes only what was changed in it, also where one section of it was sent', async () => {
    const { ann, admin } = await furnished()
    const form = await ann.say('edit')
    const before = (await admin.drafts.current('demo', atConsole)).document
    const all = Object.fromEntries(
      fieldsOf(form).flatMap((field) => (field.kind === 'file' ? [] : [[field.name, field.value ?? '']])),
    )
    expect((await ann.send(form, all)).text).toBe('That changes nothing.')
    expect(await admin.drafts.get('demo', atConsole)).toBeUndefined()
    await ann.send(form, { level: '3', stream: 'no' })
    const { document } = await admin.drafts.current('demo', atConsole)
    expect(document).toEqual({
      ...before,
      agent: { ...before.agent, autoResponseSettings: { ruleBasedThresholdLevel: 3 } },
    })
  })

  it('tells all that is wrong with it at once', async () => {
    const { ann } = await furnished()
    const sent = { name: '', temperature: 'warm', service: 'http://example.com', level: '9' }
    for (const command of ['edit', 'create']) {
      const { form } = await ann.send(await ann.say(command), sent)
      expect(form?.faults?.map(({ field }) => field).toSorted()).toEqual(['level', 'name', 'service', 'temperature'])
    }
  })

  it('takes a setting away where its field was emptied', async () => {
    const { ann, admin } = await furnished()
    await ann.send(await ann.say('edit'), { temperature: '', description: '' })
    const { agent } = (await admin.drafts.current('demo', atConsole)).document
    expect(agent.llmSettings).toEqual({ llm: 'gpt-4o', prompt: 'Be kind.' })
    expect(agent.description).toBe('')
  })

  it('gives a long prompt as a file, takes one, and leaves it alone otherwise', async () => {
    const { ann, admin } = await furnished()
    const sent = await ann.send(await ann.say('edit'), { promptFile: [file('prompt.md', prompt)] })
    expect(sent.text).toMatch(/^Saved/)
    const form = await ann.say('edit')
    expect(form.file).toEqual({ name: 'demo-prompt.md', text: prompt.trim() })
    const field = fieldsOf(form).find(({ name }) => name === 'prompt')
    expect(field).toMatchObject({
      hint: 'It has 4,499 characters, more than fit here. What you write here takes its place.',
    })
    expect(field).not.toHaveProperty('value')
    await ann.send(form, { name: 'Guide 2', prompt: '' })
    const { document } = await admin.drafts.current('demo', atConsole)
    expect(document.agent).toMatchObject({ displayName: 'Guide 2', llmSettings: { prompt: prompt.trim() } })
  })

  it('comes anew when its offer is used without values', async () => {
    const { ann, commands } = await furnished()
    const { form } = await ann.say('edit demo')
    const given = { offer: form!.offer }
    const again = await commands.run({ caller: caller('ann'), eventId: 'again', given })
    expect(again.form!.sections).toEqual(form!.sections)
  })

  it('asks for what a command needs, with what may stand there, and what was given stays', async () => {
    const { ann } = await furnished()
    const form = await ann.say('webhook edit')
    expect(form.form!.title).toBe('/agent webhook edit')
    expect(fieldsOf(form)[0]).toMatchObject({
      name: 'webhook',
      kind: 'choice',
      choices: [{ value: 'tickets', label: 'tickets: https://example.com/hook' }],
    })
    for (let i = 0; i < 101; i++) await ann.say(`rule add "many ${i}" Yes`)
    expect(fieldsOf(await ann.say('rule remove'))[0]).toMatchObject({ name: 'number', kind: 'text' })
    const rule = await ann.say('rule add "opening hours"')
    expect(fieldValue(rule, 'when')).toBe('opening hours')
    expect((await ann.send(rule, { say: 'From 9' })).text).toMatch(/^Rule 102 is added/)
  })
})

it('a webhook that may not be called is told of when it is saved', async () => {
  const { ann } = await furnished()
  const added = await ann.send(await ann.say('webhook add'), { name: 'crm', url: 'http://10.0.0.7/hook' })
  expect(added.text).toContain('`http://10.0.0.7/hook` is not on the public Internet, so it is not called.')
  expect(added.text).toContain('`webhooks.allow`')
  const edited = await ann.send(await ann.say('webhook edit crm'), { url: 'https://example.com/hook' })
  expect(edited.text).not.toContain('public Internet')
})

it('a secret header stays with the server it was written for, and with no other', async () => {
  const { ann } = await furnished()
  const form = await ann.say('webhook edit tickets')
  const moved = await ann.send(form, { url: 'https://elsewhere.example/hook' })
  const message =
    'is masked, but the Authorization that is kept is for https://example.com alone: write its value again'
  expect(moved.form?.faults).toEqual([{ field: 'secretHeaders', message }])
  expect((await ann.send(form, { url: 'https://example.com/v2' })).form).toBeUndefined()
})

it('going back is offered to what is not live, and to nothing where there is one version', async () => {
  const { ann } = await furnished()
  expect((await ann.say('versions')).text).not.toContain('rollback')
  await ann.press(await ann.say('rule add hours At nine.'), 'Publish')
  expect((await ann.say('versions')).text).toContain('`/agent rollback 1 --agent demo` puts one live again.')
  await ann.say('rollback 1')
  expect((await ann.say('versions')).text).toContain('`/agent rollback 2 --agent demo`')
})

describe('secrets', () => {
  it('are shown once, where nobody else sees it, and stand nowhere else', async () => {
    const { ann, db } = await furnished()
    const issued = await ann.say('key issue management Ops')
    const added = await ann.send(await ann.say('webhook add'), {
      name: 'orders',
      url: 'https://example.com/orders',
      secretHeaders: 'X-Key: of-the-orders',
    })
    const [, key] = /(pmk_[\w-]{43})/.exec(issued.text)!
    const [, secret] = /(whsec_\S+)`/.exec(added.text)!
    expect([issued.isSecret, added.isSecret]).toEqual([true, true])
    expect(added.text).not.toContain('of-the-orders')
    const published = await ann.press(added, 'Publish')
    const views = [
      published,
      await ann.say('show demo'),
      await ann.say('webhook list'),
      await ann.say('webhook edit orders'),
      await ann.say('key list'),
      await ann.say('audit'),
      await ann.say('versions'),
    ]
    const tables = ['audit', 'offer', 'agent_draft', 'agent_version'] as const
    const stored: unknown[] = []
    for (const table of tables)
      stored.push(
        await db.query
          .selectFrom(table as never)
          .selectAll()
          .execute()
          .catch(() => table),
      )
    for (const text of [key!, secret!, 'of-the-orders', 'of-the-test']) {
      expect(JSON.stringify(views)).not.toContain(text)
      expect(JSON.stringify(stored)).not.toContain(text)
    }
  })
})

describe('use', () => {
  it('binds the channel or the workspace, and is taken back', async () => {
    const { ann, store } = await furnished()
    await ann.say('use demo all --where workspace')
    const changed = await ann.say('use demo listen')
    expect(await store.places.at(channel)).toMatchObject({ agent: 'demo', mode: 'listen' })
    expect(await store.places.at(workspace)).toMatchObject({ agent: 'demo', mode: 'all' })
    expect((await ann.press(changed, 'Undo')).text).toBe('It is as it was before.')
    expect(await store.places.at(channel)).toMatchObject({ mode: 'mention' })
    const gone = await ann.say('unuse')
    expect(gone.text).toContain('`demo` answers here now')
    await ann.say('use demo thread')
    expect((await ann.press(gone, 'Undo')).text).toMatch(/changed again since/)
  })

  it('takes no place from an agent of others', async () => {
    const { as, admin, store } = await furnished()
    await admin.agents.create({ agent: { id: 'other', ...guide } }, atConsole)
    await admin.roles.set(uid('cleo'), 'admin', 'other', actor)
    const { text } = await as(caller('cleo')).say('use other')
    expect(text).toMatch(/^You are not an admin of `demo`\. Ask an admin: <@/)
    expect((await as(caller('cleo')).say('unuse')).text).toMatch(/not an admin of `demo`/)
    expect(await store.places.at(channel)).toMatchObject({ agent: 'demo' })
  })
})

describe('test', () => {
  it('answers from the draft, keeps nothing and calls nobody', async () => {
    const { ann, store, db } = await furnished()
    await ann.say('rule add "open today|heute" Yes, {"set": 1} we are')
    const counts = async () =>
      Promise.all(
        (['turn', 'memory', 'user_state', 'outbox', 'inbox'] as const).map(
          async (table) => (await db.query.selectFrom(table).selectAll().execute()).length,
        ),
      )
    const before = await counts()
    const { text } = await ann.say('test open today')
    expect(text).toContain('The draft of `demo` would say:')
    expect(text).toContain('> Yes,')
    expect(text).toMatch(/The rule most alike was number 1/)
    expect(text).toContain('Not called in a test, but in a conversation: `tickets`.')
    expect(await counts()).toEqual(before)
    expect(await store.people.state(orderKey(firstAccount, 'demo', uid('ann')))).toEqual({})
  })
})

describe('why', () => {
  it('tells people about their own answers, and admins about any', async () => {
    const { as, ben, store } = await furnished()
    const key = orderKey(firstAccount, 'demo', uid('cleo'))
    const trace = JSON.stringify({ source: 'fixed', ms: 3 })
    const turn = { id: 'turn-1', inbox_id: null, key, agent: 'demo', version: 1, epoch: 1, context: null }
    await store.db.batch([
      store.turns.commitStep({ ...turn, status: 'delivered', answer: '{}', trace, interrupted: null }),
    ])
    expect((await as(caller('cleo')).say('why')).text).toMatch(/Turn turn-1.*\n.*\n- Nothing else answered/)
    expect((await ben.say('why turn-1')).text).toMatch(/Nothing else answered/)
    expect((await ben.say('why')).text).toMatch(/no answer to explain/)
    expect((await as(caller('dora')).say('why turn-1')).text).toMatch(/answer to somebody else/)
  })
})

describe('state and reset', () => {
  it('forget what was kept of a person, all of it', async () => {
    const { ann, as, store } = await furnished()
    const key = orderKey(firstAccount, 'demo', uid('cleo'))
    await ann.say(`state set plan gold member --person @${uid('cleo')}`)
    await store.db.batch(store.people.rememberSteps(key, 'c', [{ role: 'user', text: 'hello' }]))
    expect((await as(caller('cleo')).say('state show')).text).toBe(
      'What `demo` keeps of you:\n- `plan` = `gold member` (by an admin)',
    )
    expect((await as(caller('cleo')).say('reset')).text).toMatch(/begins anew with you/)
    expect(await store.people.state(key)).toEqual({})
    expect(await store.people.memory(key, 'c', 10)).toEqual([])
  })
})

describe('what is noted of a person', () => {
  it('is corrected and forgotten by them alone, a line at a time', async () => {
    const { as, store } = await furnished()
    const key = orderKey(firstAccount, 'demo', uid('cleo'))
    const add = ['Has a cat', 'Lives in Rome'].map((text) => ({ section: 'about' as const, text, sources: [] }))
    await store.db.batch(store.lasting.changeSteps(key, '', { drop: [], add }))
    const cleo = as(caller('cleo'))
    const noted = async () => (await store.lasting.of(key, '')).about.map(({ id, text }) => ({ id, text }))
    const facts = async () => cleo.press(await cleo.say('me'), 'Facts about me…')
    const [cat, rome] = await noted()
    const change = { fact: `demo/${cat!.id}`, text: 'Has two cats' }
    expect((await cleo.send(await facts(), change)).text).toMatch(/changed/)
    const forget = { fact: `demo/${rome!.id}`, text: '' }
    expect((await cleo.send(await facts(), forget)).text).toMatch(/forgotten/)
    expect((await noted()).map(({ text }) => text)).toEqual(['Has two cats'])
    expect((await as(caller('dora')).say('me')).text).not.toMatch(/fact/)
  })
})

describe('what an agent declares of the state', () => {
  const declared = {
    plan: { type: 'choice', values: ['free', 'gold'] },
    score: { type: 'number', about: 'Of the quiz.' },
  }

  it('is written in its form, as YAML, and published with the rest', async () => {
    const { ann, admin } = await furnished()
    const yaml = 'plan: { type: choice, values: [free, gold] }\nscore: { type: number, about: Of the quiz. }'
    expect((await ann.send(await ann.say('edit'), { state: yaml })).text).toMatch(/^Saved/)
    const { agent } = (await admin.drafts.current('demo', atConsole)).document
    expect(agent.state).toEqual(declared)
    const others = await ann.press(await ann.say('show'), 'More settings…')
    const field = fieldsOf(others).find(({ name }) => name === 'state')
    expect(field).toMatchObject({ value: expect.stringContaining('about: Of the quiz.') })
    expect((await ann.say('diff')).text).toMatch(/score/)
    await ann.send(await ann.say('edit'), { state: 'plan: { maxLength: 5 }' })
    expect((await admin.drafts.current('demo', atConsole)).document.agent.state).toEqual({ plan: { maxLength: 5 } })
    await ann.send(await ann.say('edit'), { state: '' })
    expect((await admin.drafts.current('demo', atConsole)).document.agent).not.toHaveProperty('state')
  })

  it.each([
    ['plan: { type: choice }', /is required when type is choice/],
    ['plan: { writableBy: [bots] }', /must be one of scenario, webhook, admin, caller, model/],
    ['"a:b": {}', /must be a key that #\{key\} can name/],
    ['plan: [', /must be YAML/],
  ])('is refused where it is none: %s', async (yaml, says) => {
    const { ann } = await furnished()
    const { form } = await ann.send(await ann.say('edit'), { state: yaml })
    expect(form!.faults).toMatchObject([{ field: 'state', message: expect.stringMatching(says) }])
  })

  it('holds for admins, and `state show` says who wrote what', async () => {
    const { ann, as, admin, store } = await furnished()
    const state = { ...declared, badge: { writableBy: ['webhook'] }, note: { maxLength: 3 } }
    await admin.agents.update({ agent: { id: 'demo', state } }, atConsole)
    const says = async (line: string) => (await ann.say(line)).text
    expect(await says('state set plan silver')).toMatch(/`plan` must be one of these: free, gold/)
    expect(await says('state set score many')).toMatch(/`score` must be a number/)
    expect(await says('state set badge B1')).toMatch(/lets only these write `badge`: a webhook/)
    expect(await says('state set note long')).toMatch(/`note` may have 3 characters/)
    expect(await says(`state set other ${'長'.repeat(2731)}`)).toMatch(/8,192 bytes/)
    expect(await says('state set plan gold')).toMatch(/keeps `plan`/)
    const key = orderKey(firstAccount, 'demo', uid('ann'))
    const values = { score: { value: '3', writer: 'model' }, old: { value: 'x', writer: null } } as const
    await store.db.batch(store.people.setSteps(key, values))
    expect((await says('state show')).split('\n').toSorted()).toEqual([
      '- `old` = `x` (from before it was noted who writes)',
      '- `plan` = `gold` (by an admin)',
      '- `score` = `3` (by the model) Of the quiz.',
      'What `demo` keeps of you:',
    ])
    expect((await as(caller('ann', { language: 'ja' })).say('state show')).text).toContain('(記入: 管理者)')
  })
})

describe('typing', () => {
  it('is offered what there is', async () => {
    const { ann } = await furnished()
    await ann.say('rule add "opening hours" From 9')
    expect(await ann.complete('rule remove', 'number', '')).toEqual([
      { value: '1', label: '1. opening hours → From 9' },
    ])
    expect(await ann.complete('show', 'agent', 'DE')).toEqual([{ value: 'demo', label: 'demo: Guide' }])
    expect(await ann.complete('webhook edit', 'webhook', 'tick')).toMatchObject([{ value: 'tickets' }])
    expect(await ann.complete('rollback', 'version', '')).toMatchObject([{ value: '1' }])
    expect((await ann.complete('help', 'command', 'rule'))[0]).toEqual({
      value: 'rule add',
      label: 'rule add: Write an answer to what people say',
    })
    expect(await ann.complete('rule remove', 'number', '', { agent: 'nobody' })).toEqual([])
    expect(await ann.complete('nothing', 'at all', '')).toEqual([])
  })
})

it('a text that no platform could show is cut, and comes whole as a file', async () => {
  const { ann, admin } = await furnished()
  for (let i = 10; i < 40; i++) {
    const displayName = `${i} `.padEnd(100, '*')
    await admin.agents.create({ agent: { ...guide, id: `agent-${i}`, displayName } }, atConsole)
  }
  const { text, file } = await ann.say('list')
  expect(text.length).toBeLessThanOrEqual(4000)
  expect(text).toMatch(/\n…$/)
  expect(file?.name).toBe('answer.md')
  expect(file && asText(file).text).toContain('… and 1 more')
})

it('the log of changes is told in the language of whoever reads it', async () => {
  const house = await furnished()
  await house.as(caller('ann')).say('rule add hello Hi')
  const read = async (language: 'en' | 'ja') => (await house.as(caller('ann', { language })).say('audit')).text
  expect(await read('en')).toMatch(/Rule added `demo` .*hello.*: added/)
  expect(await read('ja')).toMatch(/ルールを追加 `demo` .*hello.*: 追加/)
  await house.as(caller('ann')).say('key issue management Site')
  await house.as(caller('ann')).say(`role add @${uid('cleo')} admin`)
  const told = await read('ja')
  expect(told).toMatch(/キーを発行 管理用キー \w+、「Site」/)
  expect(told).toMatch(/役割を付与 .*: メンバー → 管理者/)
})

describe.each(['en', 'ja'] as const)('views in %s', (language) => {
  it('keep the limits that all platforms hold them to', async () => {
    const house = await furnished()
    const { admin, clock } = house
    const ann = house.as(caller('ann', { language }))
    await ann.say('rule add hello Hi')
    await ann.say(`role add @${uid('cleo')} admin`)
    await admin.knowledge.add('demo', { name: 'a.md', text: 'Guests park behind the house.' }, atConsole)
    const views: View[] = []
    const see = async (view: Promise<View>) => void views.push(await view)
    for (const { name } of commandTable) {
      await see(ann.say(name))
      await see(ann.say(`help ${name}`))
    }
    for (const line of [
      'show demo',
      'edit demo',
      'delete demo',
      'webhook edit tickets',
      'knowledge remove a.md',
      'diff',
    ]) {
      await see(ann.say(line))
    }
    const form = await ann.say('edit demo')
    clock.now += 1
    await see(ann.send(form, { name: '', temperature: 'x' }))
    for (const { text, buttons = [], form } of views) {
      expect(text).not.toBe('')
      expect(text.length).toBeLessThan(3500)
      expect(buttons.length).toBeLessThanOrEqual(5)
      for (const { label, offer } of buttons) {
        expect(label.length).toBeLessThanOrEqual(24)
        expect(offer).toMatch(/^[A-Za-z0-9_-]{1,40}$/)
      }
      if (!form) continue
      expect(form.offer).toMatch(/^[A-Za-z0-9_-]{1,40}$/)
      expect(Math.max(form.title.length, form.submit.length)).toBeLessThanOrEqual(24)
      for (const { title, fields } of form.sections) {
        expect(title.length).toBeLessThanOrEqual(24)
        expect(fields.length).toBeLessThanOrEqual(5)
        for (const { label, hint = '' } of fields) {
          expect(label.length, label).toBeLessThanOrEqual(45)
          expect(hint.length).toBeLessThanOrEqual(100)
          if (language === 'ja') expect(label, label).toMatch(/[ぁ-んァ-ヶ一-龠]|^(ID|Webhook|mode|where|URL)/)
        }
      }
    }
    if (language === 'ja') {
      for (const { text } of views) expect(text, text).toMatch(/[ぁ-んァ-ヶ一-龠]/)
    }
  })
})
