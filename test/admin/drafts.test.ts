import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Actor } from '../../src/admin/actor.ts'
import type { AgentDocument } from '../../src/model/agent.ts'
import { mask } from '../../src/model/management.ts'
import type { Plan } from '../../src/model/plan.ts'
import { scenarioSchema } from '../../src/model/scenario.ts'
import { webhookSchema } from '../../src/model/webhook.ts'
import { secretContext } from '../../src/ports/secrets.ts'
import { firstAccount as account } from '../../src/store/accounts.ts'
import { ann, ben, guide, openHouse, refusal, webhook } from './support.ts'

const carol: Actor = { ...ann, author: 'slack_T_U0CAROL', door: 'slack' }
const edit = { action: 'agent.edit' }
const hook = (name: string, more: object = {}) => webhookSchema.parse(webhook(name, more))
const settings = (patch: object) => (document: AgentDocument) => ({
  ...document,
  agent: { ...document.agent, ...patch },
})
const rule = (when: string, say = when) => ({ when: [when], say })
const addRule = (when: string, say?: string) => (document: AgentDocument) => ({
  ...document,
  rules: [...document.rules, rule(when, say)],
})
const addHook =
  (name: string, more: object = {}) =>
  (document: AgentDocument) => ({
    ...document,
    webhooks: [...document.webhooks, hook(name, more)],
  })

async function draftHouse(plan: Partial<Plan> = {}) {
  const house = await openHouse({ plan })
  const authHeaders = [{ key: 'X-Key', value: 'hidden' }]
  const { webhookSecrets } = await house.admin.agents.create(
    { agent: { ...guide, id: 'guide' }, webhooks: [webhook('orders', { authHeaders })] },
    ann,
  )
  const { drafts, agents } = house.admin
  const update = (agent: object, more: object = {}) => agents.update({ agent: { id: 'guide', ...agent }, ...more }, ann)
  const signing = async (name: string): Promise<string[]> =>
    (await house.store.webhookSecrets.of('guide', name, house.clock.now)).map((sealed) =>
      house.secrets.open(sealed, secretContext('guide')),
    )
  return { ...house, drafts, agents, update, signing, secret: webhookSecrets![0]!.secret }
}

describe('a draft', () => {
  it('gathers the changes of all admins until one of them publishes it', async () => {
    const { drafts, agents } = await draftHouse()
    expect(await drafts.get('guide', ann)).toBeUndefined()
    expect(await drafts.current('guide', ann)).toMatchObject({ version: 1, revision: '1.0', conflicts: [] })

    const first = await drafts.change('guide', ann, edit, settings({ displayName: 'Our guide' }))
    expect(first).toMatchObject({ summary: 'displayName: "Guide" → "Our guide"', warnings: [] })
    expect(first.patch).toContain('-  displayName: Guide\n+  displayName: Our guide\n')
    const second = await drafts.change('guide', carol, { action: 'rule.add' }, addRule('hello', 'Hi!'))
    expect(second.view).toMatchObject({ version: 1, draft: { author: carol.author } })
    expect(second.patch).not.toContain('displayName')
    expect((await agents.get('guide', ann)).document.rules).toEqual([])

    const { patch } = await drafts.diff('guide', ann)
    expect(patch).toContain('+  displayName: Our guide\n')
    expect(patch).toContain('+  say: Hi!\n')
    expect(await drafts.publish('guide', carol)).toMatchObject({ version: 2, former: 1, patch })
    expect(await agents.get('guide', ann)).toMatchObject({
      version: 2,
      document: { agent: { displayName: 'Our guide' }, rules: [rule('hello', 'Hi!')] },
    })
    expect(await drafts.versions('guide', ann)).toMatchObject([
      { version: 2, author: carol.author },
      { version: 1, author: ann.author },
    ])
    expect(await drafts.get('guide', ann)).toBeUndefined()
    expect(await refusal(drafts.publish('guide', ann))).toMatchObject({ code: 'nothing_to_publish', status: 409 })
  })

  it('loses nothing when many edit it at once, in two processes', async () => {
    const { drafts, folder } = await draftHouse()
    const other = (await openHouse({ folder })).admin.drafts
    const work = Array.from({ length: 50 }, (_, i) =>
      (i % 2 ? drafts : other).change('guide', { ...ann, nonce: `${i}` }, edit, addRule(`rule ${i}`)),
    )
    await Promise.all(work)
    const { document } = await drafts.current('guide', ann)
    expect(new Set(document.rules.map(({ say }) => say)).size).toBe(50)
  })

  it('is changed upon the state that was seen only, where that is asked for', async () => {
    const { drafts } = await draftHouse()
    const { revision } = await drafts.current('guide', ann)
    await drafts.change('guide', ann, { ...edit, revision }, addRule('one'))
    const late = drafts.change('guide', carol, { ...edit, revision }, addRule('two'))
    expect(await refusal(late)).toMatchObject({ code: 'changed_since', status: 409 })
  })

  it('is of one account, and goes with its agent', async () => {
    const { drafts, agents } = await draftHouse()
    await drafts.change('guide', ann, edit, addRule('one'))
    expect(await refusal(drafts.current('guide', ben))).toMatchObject({ code: 'forbidden' })
    expect(await refusal(drafts.current('nobody', ann))).toMatchObject({ code: 'agent_not_found' })
    await agents.remove('guide', ann)
    await agents.create({ agent: { ...guide, id: 'guide' } }, ann)
    expect(await drafts.get('guide', ann)).toBeUndefined()
  })

  it('takes what the management API and agent folders take, and names everything that is wrong', async () => {
    const { drafts } = await draftHouse()
    const faults = async (change: (document: AgentDocument) => object) => {
      const { code, faults } = await refusal(drafts.change('guide', ann, edit, change as never))
      expect(code).toBe('invalid_request')
      return faults.map(({ path }) => path)
    }
    const long = Array(6002).join('word ')
    expect(await faults(settings({ llmSettings: { llm: 'gpt-4o', temperature: 2 } }))).toEqual([
      'agent.llmSettings.temperature',
    ])
    expect(await faults(settings({ llmSettings: { llm: 'gpt-4o', prompt: long } }))).toEqual([
      'agent.llmSettings.prompt',
    ])
    expect(await faults(addHook('orders', { url: 'http://user:secret@example.com/' }))).toEqual([
      'webhooks[1].name',
      'webhooks[1].url',
    ])
    expect(await faults((document) => ({ ...document, rules: [{ when: [], say: 'a' }] }))).toEqual(['rules[0].when'])
    const scenario = { id: 'book', start: 'nowhere', nodes: {} }
    expect((await faults((document) => ({ ...document, scenarios: [scenario] })))[0]).toMatch(/^scenarios\[0\]/)
    expect(await drafts.get('guide', ann)).toBeUndefined()
  })

  it('may keep what was wrong with scenarios before, so that things are put right one by one', async () => {
    const { admin } = await openHouse()
    const { drafts } = admin
    await admin.bundles.apply([join(import.meta.dirname, '../fixtures/agents/rooms')], account)
    await admin.agents.update({ agent: { id: 'rooms' }, webhooks: [] }, ann)
    const { warnings } = await drafts.change('rooms', ann, edit, settings({ displayName: 'Our rooms' }))
    expect(warnings.map(({ path }) => path)).toContainEqual(
      expect.stringMatching(/^scenarios\[0\]\.nodes\..*\.webhook$/),
    )
    const another = (document: AgentDocument) => ({
      ...document,
      scenarios: [...document.scenarios, { ...document.scenarios[0]!, id: 'another' }],
    })
    expect(await refusal(drafts.change('rooms', ann, edit, another))).toMatchObject({ code: 'invalid_request' })
    await drafts.publish('rooms', ann)
  })

  it('is not made, and nothing written down, where nothing changes', async () => {
    const { drafts, store } = await draftHouse()
    const changed = await drafts.change('guide', ann, edit, (document) => document)
    expect(changed).toMatchObject({ patch: '', summary: 'nothing changed' })
    expect(changed.undo).toBeUndefined()
    expect(await drafts.get('guide', ann)).toBeUndefined()
    expect(await store.audit.tail(account)).toMatchObject({ n: 1 })
  })

  it('can be given up', async () => {
    const { drafts, signing, admin } = await draftHouse()
    expect(await refusal(drafts.discard('guide', ann))).toMatchObject({ code: 'no_draft' })
    await drafts.change('guide', ann, edit, addHook('more'))
    expect(await signing('more')).toHaveLength(1)
    await drafts.discard('guide', ann)
    expect(await drafts.get('guide', ann)).toBeUndefined()
    expect(await signing('more')).toEqual([])
    expect(await admin.audit.list(account, { limit: 1 })).toMatchObject([
      { action: 'draft.discard', summary: 'given up:\nwebhooks["more"]: added' },
    ])
  })
})

describe('secrets in a draft', () => {
  it('are masked wherever they are shown, and stay as they are unless they are set anew', async () => {
    const { drafts, store, secrets } = await draftHouse()
    const { document } = await drafts.current('guide', ann)
    expect(document.webhooks[0]!.authHeaders).toEqual([{ key: 'X-Key', value: mask }])
    const before = (await store.agents.live('guide'))!.document.webhooks[0]!.authHeaders![0]!.value
    await drafts.change('guide', ann, edit, ({ webhooks, ...rest }) => ({
      ...rest,
      webhooks: [{ ...webhooks[0]!, isEnable: false }],
    }))
    const stored = async () => (await drafts.stored('guide', ann)).webhooks[0]!.authHeaders![0]!.value
    expect(await stored()).toBe(before)
    const { patch } = await drafts.change('guide', ann, edit, ({ webhooks, ...rest }) => ({
      ...rest,
      webhooks: [{ ...webhooks[0]!, authHeaders: [{ key: 'X-Key', value: 'another' }] }],
    }))
    expect(patch).toContain(`+        value: ${mask} (new)\n`)
    expect(patch).not.toContain('another')
    expect(secrets.open(await stored(), secretContext('guide'))).toBe('another')
  })

  it('of signing are shown once, when the webhook is added, and kept as long as draft or live needs them', async () => {
    const { drafts, signing, secret, update, admin } = await draftHouse()
    const added = await drafts.change('guide', ann, edit, addHook('more'))
    expect(added.webhookSecrets).toEqual([{ name: 'more', secret: (await signing('more'))[0] }])
    const removed = await drafts.change('guide', ann, edit, (document) => ({ ...document, webhooks: [hook('more')] }))
    expect(removed.webhookSecrets).toBeUndefined()
    expect(await signing('orders')).toEqual([secret])
    const rotated = await admin.webhooks.rotateSecret('guide', 'more', ann)
    await drafts.publish('guide', ann)
    expect(await signing('more')).toEqual([rotated, added.webhookSecrets![0]!.secret])
    expect(await signing('orders')).toEqual([])
    const back = await drafts.rollback('guide', 1, ann)
    expect(back.webhookSecrets).toEqual([{ name: 'orders', secret: (await signing('orders'))[0] }])
    expect(await signing('more')).toEqual([])
    expect(await update({ displayName: 'a' })).not.toHaveProperty('webhookSecrets')
  })

  it('of signing survive what the management API changes beside the draft', async () => {
    const { drafts, signing, update, secret } = await draftHouse()
    const { webhookSecrets } = await drafts.change('guide', ann, edit, addHook('more'))
    const saved = await update({}, { webhooks: [webhook('more')] })
    expect(await signing('more')).toEqual([saved.webhookSecrets![0]!.secret, webhookSecrets![0]!.secret])
    expect(await signing('orders')).toEqual([secret])
    await drafts.discard('guide', ann)
    expect(await signing('orders')).toEqual([])
    expect(await signing('more')).toHaveLength(2)
  })

  it('hold webhooks to the plan, drafts included', async () => {
    const { drafts } = await draftHouse({ webhooks: 2 })
    await drafts.change('guide', ann, edit, addHook('two'))
    const over = drafts.change('guide', ann, edit, addHook('three'))
    expect(await refusal(over)).toMatchObject({ code: 'webhook_limit_exceeded' })
  })
})

it('scenarios are held to the plan, drafts included', async () => {
  const { drafts } = await draftHouse({ scenarios: 1 })
  const add = (id: string) => (document: AgentDocument) => ({
    ...document,
    scenarios: [
      ...document.scenarios,
      scenarioSchema.parse({
        version: 1,
        id,
        start: [{ match: { exact: id } }],
        first: 'a',
        nodes: { a: { say: 'Hello', end: 'completed' } },
      }),
    ],
  })
  await drafts.change('guide', ann, edit, add('one'))
  expect(await refusal(drafts.change('guide', ann, edit, add('two')))).toMatchObject({
    code: 'scenario_limit_exceeded',
  })
})

describe('a draft whose agent was changed in another way since', () => {
  it('is put upon that, key by key and item by item', async () => {
    const { drafts, update, agents } = await draftHouse()
    await drafts.change('guide', ann, edit, settings({ description: 'Of the draft' }))
    await drafts.change('guide', ann, edit, addRule('hello'))
    await update({ displayName: 'Live' })
    const view = await drafts.current('guide', ann)
    expect(view).toMatchObject({ version: 2, conflicts: [] })
    expect(view.document.agent).toMatchObject({ displayName: 'Live', description: 'Of the draft' })
    expect((await drafts.diff('guide', ann)).patch).not.toContain('displayName: Guide')
    expect(await drafts.publish('guide', ann)).toMatchObject({ version: 3 })
    const { document } = await agents.get('guide', ann)
    expect(document).toMatchObject({
      agent: { displayName: 'Live', description: 'Of the draft' },
      rules: [rule('hello')],
    })
  })

  it('names what both changed, and is published when that is settled by editing', async () => {
    const { drafts, update } = await draftHouse()
    await drafts.change('guide', ann, edit, settings({ displayName: 'Draft', description: 'Draft' }))
    await update({ displayName: 'Live', description: 'Live' })
    const conflict = (path: string) => ({ path, live: 'Live', draft: 'Draft' })
    expect(await drafts.current('guide', ann)).toMatchObject({
      conflicts: [conflict('agent.displayName'), conflict('agent.description')],
    })
    const refused = await refusal(drafts.publish('guide', ann))
    expect(refused).toMatchObject({ code: 'draft_conflicts', status: 409 })
    expect(refused.faults.map(({ path }) => path)).toEqual(['agent.displayName', 'agent.description'])

    const edited = await drafts.change('guide', ann, edit, settings({ displayName: 'Both' }))
    expect(edited.view.conflicts).toEqual([conflict('agent.description')])
    // What is settled stays so, and what is not stays open, whatever is live meanwhile.
    await update({ providerName: 'Another' })
    expect((await drafts.current('guide', ann)).conflicts).toEqual([conflict('agent.description')])
    expect(await refusal(drafts.publish('guide', ann))).toMatchObject({ code: 'draft_conflicts' })
    await drafts.settle('guide', 'draft', ann, 'agent.description')
    await drafts.publish('guide', ann)
    expect((await drafts.current('guide', ann)).document.agent).toMatchObject({
      displayName: 'Both',
      description: 'Draft',
      providerName: 'Another',
    })
  })

  it('takes what is live where that is chosen', async () => {
    const { drafts, update } = await draftHouse()
    await drafts.change('guide', ann, edit, settings({ displayName: 'Draft' }))
    await drafts.change('guide', ann, edit, addRule('hello'))
    await update({ displayName: 'Live' })
    const { view } = await drafts.settle('guide', 'live', carol)
    expect(view).toMatchObject({ conflicts: [], document: { agent: { displayName: 'Live' }, rules: [rule('hello')] } })
  })
})

describe('what was done', () => {
  it('is taken back while it is the last change', async () => {
    const { drafts } = await draftHouse()
    const first = await drafts.change('guide', ann, edit, addHook('more'))
    const second = await drafts.change('guide', ann, edit, addRule('two'))
    expect(await refusal(drafts.undo('guide', first.undo!, ann))).toMatchObject({ code: 'changed_since' })
    const undone = await drafts.undo('guide', second.undo!, carol)
    expect(undone.view.document).toMatchObject({ rules: [], webhooks: [{ name: 'orders' }, { name: 'more' }] })
    expect(undone.undo).toBeUndefined()
    expect(await refusal(drafts.undo('guide', second.undo!, ann))).toMatchObject({ code: 'changed_since' })
  })

  it('comes back with the secrets it had', async () => {
    const { drafts, signing } = await draftHouse()
    const { webhookSecrets } = await drafts.change('guide', ann, edit, addHook('more'))
    const remove = (document: AgentDocument) => ({ ...document, webhooks: document.webhooks.slice(0, 1) })
    const { undo } = await drafts.change('guide', ann, edit, remove)
    await drafts.change('guide', ann, edit, addRule('meanwhile'))
    expect(await signing('more')).toEqual([])
    expect(await refusal(drafts.undo('guide', undo!, ann))).toMatchObject({ code: 'changed_since' })

    const again = await drafts.change('guide', ann, edit, addHook('more'))
    expect(again.webhookSecrets).not.toEqual(webhookSecrets)
    const taken = await drafts.change('guide', ann, edit, remove)
    await drafts.rollback('guide', 1, ann).catch(() => {})
    const undone = await drafts.undo('guide', taken.undo!, ann)
    expect(undone.webhookSecrets).toBeUndefined()
    expect(await signing('more')).toEqual([again.webhookSecrets![0]!.secret])
  })

  it('leaves no draft where there was none, nor the secrets of its webhooks', async () => {
    const { drafts, signing } = await draftHouse()
    const { undo } = await drafts.change('guide', ann, edit, addHook('more'))
    const { view, patch } = await drafts.undo('guide', undo!, ann)
    expect(view).toMatchObject({ revision: '1.0' })
    expect(view.draft).toBeUndefined()
    expect(patch).toContain('-  - name: more')
    expect(await signing('more')).toEqual([])
  })

  it('is rolled back to any version, as a new one, and a draft is put upon it', async () => {
    const { drafts, update, agents } = await draftHouse()
    await update({ displayName: 'Two' })
    await drafts.change('guide', ann, edit, settings({ description: 'Draft' }))
    expect(await drafts.rollback('guide', 1, ann, 2)).toMatchObject({ version: 3, former: 2 })
    expect((await agents.get('guide', ann)).document.agent.displayName).toBe('Guide')
    expect((await drafts.current('guide', ann)).document.agent).toMatchObject({
      displayName: 'Guide',
      description: 'Draft',
    })
    const again = (n: number, from?: number) => refusal(drafts.rollback('guide', n, ann, from))
    expect(await again(2, 2)).toMatchObject({ code: 'changed_since' })
    expect(await again(9)).toMatchObject({ code: 'version_not_found', status: 404 })
    expect(await again(1)).toMatchObject({ code: 'nothing_to_publish' })
  })

  it('is published once, however often it is pressed', async () => {
    const { drafts, agents } = await draftHouse()
    await drafts.change('guide', ann, edit, addRule('one'))
    const press = () => drafts.publish('guide', { ...ann, nonce: 'press 1' })
    const tried = await Promise.allSettled([press(), press(), press()])
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await agents.get('guide', ann)).version).toBe(2)
  })
})
