import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AppError } from '../../src/lib/errors.ts'
import type { AgentDocument } from '../../src/model/agent.ts'
import { webhookSchema } from '../../src/model/webhook.ts'
import { ann, guide, openHouse, webhook } from './support.ts'

type House = Awaited<ReturnType<typeof openHouse>>
const edit = { action: 'agent.edit' }
const hook = (name: string) => webhookSchema.parse(webhook(name))
const without = (document: AgentDocument, name: string) => document.webhooks.filter((one) => one.name !== name)

/** Whatever can make webhooks come and go. */
function doer({ admin: { drafts, agents } }: House, id: string) {
  let undo: string | undefined
  return async (what: string, name: string, n: number): Promise<void> => {
    const change = async (webhooks: (document: AgentDocument) => AgentDocument['webhooks']) => {
      const changed = await drafts.change(id, ann, edit, (document) => ({ ...document, webhooks: webhooks(document) }))
      undo = changed.undo
    }
    switch (what) {
      case 'add':
        return change((document) => [...without(document, name), hook(name)])
      case 'remove':
        return change((document) => without(document, name))
      case 'undo':
        return void (undo && (await drafts.undo(id, undo, ann)))
      case 'publish':
        return void (await drafts.publish(id, ann))
      case 'discard':
        return drafts.discard(id, ann)
      case 'settle':
        return void (await drafts.settle(id, 'live', ann))
      case 'rollback':
        return void (await drafts.rollback(id, n, ann))
      case 'update': {
        const webhooks = (await agents.get(id, ann)).document.webhooks
        const others = webhooks.filter((one) => one.name !== name)
        const changed = others.length === webhooks.length ? [...webhooks, hook(name)] : others
        return void (await agents.update({ agent: { id }, webhooks: changed }, ann))
      }
    }
  }
}

/** The webhooks that have a signing secret, and those that need one. */
async function secretsOf({ store, db }: House, id: string) {
  const rows = await db.query.selectFrom('webhook_secret').select('name').where('agent', '=', id).execute()
  const live = await store.agents.live(id)
  const draft = await store.drafts.of(id)
  const documents = [live?.document, draft?.document, draft?.former?.content?.document]
  const names = documents.flatMap((document) => document?.webhooks.map(({ name }) => name) ?? [])
  return { has: rows.map(({ name }) => name).sort(), needs: [...new Set(names)].sort() }
}

const action = fc.tuple(
  fc.constantFrom('add', 'add', 'remove', 'undo', 'publish', 'discard', 'settle', 'rollback', 'update', 'update'),
  fc.constantFrom('a', 'b'),
  fc.integer({ min: 1, max: 3 }),
)
/** A change may be refused; it may not fail. */
const refused = (error: unknown) => {
  if (!(error instanceof AppError)) throw error
}

it('whatever comes and goes, exactly those webhooks have a signing secret that are live, drafted or can come back by undo', async () => {
  const house = await openHouse()
  let made = 0
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 15, maxLength: 15 }), async (actions) => {
      const id = `agent-${made++}`
      await house.admin.agents.create({ agent: { ...guide, id }, webhooks: [webhook('a')] }, ann)
      const act = doer(house, id)
      for (const [what, name, n] of actions) {
        await act(what, name, n).catch(refused)
        const { has, needs } = await secretsOf(house, id)
        expect(has).toEqual(needs)
      }
    }),
    { seed: 8, numRuns: 25 },
  )
  expect((await house.admin.audit.verify())[0]!.broken).toBeUndefined()
})

it('the same holds when all of it happens at once, in two processes', async () => {
  const one = await openHouse()
  const two = await openHouse({ folder: one.folder })
  let made = 0
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 20 }), async (actions) => {
      const id = `agent-${made++}`
      await one.admin.agents.create({ agent: { ...guide, id }, webhooks: [webhook('a')] }, ann)
      const acts = [doer(one, id), doer(two, id)]
      await Promise.all(actions.map(([what, name, n], i) => acts[i % 2]!(what, name, n).catch(refused)))
      const { has, needs } = await secretsOf(one, id)
      expect(has).toEqual(needs)
    }),
    { seed: 8, numRuns: 10 },
  )
  expect((await two.admin.audit.verify())[0]!.broken).toBeUndefined()
})
