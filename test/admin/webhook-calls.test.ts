import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createWebhookClient } from '../../src/drivers/webhooks/client.ts'
import { createSender } from '../../src/engine/webhooks/send.ts'
import type { WebhookEvent } from '../../src/model/webhook.ts'
import type { Store } from '../../src/store/index.ts'
import { startWebhookServer } from '../support/webhook-server.ts'
import { ann, ben, guide, openHouse, refusal, webhook } from './support.ts'

const event: WebhookEvent = {
  webhookType: 'user_utterance',
  agentId: 'guide',
  userId: 'ann',
  utterance: 'private words',
  state: {},
  history: '',
}
const call = (id: string, name = 'a') => ({ id, agent: 'guide', version: 1, webhook: name, event })
const actors = { account: 'default', author: 'cli', door: 'cli' } as const

async function houseWith(webhooks: object[]) {
  const house = await openHouse()
  const saved = await house.admin.agents.create({ agent: { ...guide, id: 'guide' }, webhooks }, ann)
  return { ...house, secrets: house.secrets, issued: saved.webhookSecrets ?? [] }
}

async function claimNext({ outbox }: Store, name: string) {
  const [next] = await outbox.waiting({ agent: 'guide', webhook: name }, 1)
  return (await outbox.claim(next!, 60_000, 4))!
}

describe('the webhooks of an agent', () => {
  it('are listed masked, with how their calls went', async () => {
    const { admin, store, db } = await houseWith([
      webhook('a', { authHeaders: [{ key: 'Authorization', value: 'Bearer secret' }] }),
      webhook('b'),
    ])
    const { outbox } = store
    await db.batch(outbox.addSteps('default', undefined, [call('m1'), call('m2'), call('m3')]))
    await outbox.delivered(await claimNext(store, 'a'), 'status 200')
    await outbox.bury(await claimNext(store, 'a'), 'status 500')
    const listed = await admin.webhooks.list('guide', actors)
    expect(listed).toMatchObject([
      { webhook: { name: 'a' }, open: 1, dead: 1, lastOutcome: 'status 500' },
      { webhook: { name: 'b' }, open: 0, dead: 0, lastOutcome: null },
    ])
    const logged = await admin.webhooks.log('guide', { dead: false, limit: 2 }, actors)
    expect(logged.map(({ id, status }) => [id, status])).toEqual([
      ['m3', 'open'],
      ['m2', 'dead'],
    ])
    expect(JSON.stringify([listed, logged])).not.toMatch(/secret|private words/)
  })

  it('are their account’s alone', async () => {
    const { admin, store, db } = await houseWith([webhook('a')])
    await db.batch(store.outbox.addSteps('default', undefined, [call('m1')]))
    const { webhooks } = admin
    for (const work of [
      () => webhooks.list('guide', ben),
      () => webhooks.log('guide', { dead: false, limit: 1 }, ben),
      () => webhooks.resend('m1', ben),
      () => webhooks.resendDead('guide', ben),
      () => webhooks.rotateSecret('guide', 'a', ben),
      () => webhooks.find('guide', 'a', ben),
    ]) {
      expect((await refusal(work())).code).toBe('forbidden')
    }
    expect((await refusal(webhooks.resend('m2', ann))).code).toBe('webhook_call_not_found')
    expect((await refusal(webhooks.find('guide', 'b', ann))).code).toBe('webhook_not_found')
    expect((await refusal(webhooks.rotateSecret('guide', 'b', ann))).code).toBe('webhook_not_found')
    expect((await refusal(webhooks.list('nobody', ann))).code).toBe('agent_not_found')
  })
})

describe('calls that were given up', () => {
  it('are made due again, all of one agent', async () => {
    const { admin, store, db } = await houseWith([webhook('a'), webhook('b')])
    const { outbox } = store
    await db.batch(outbox.addSteps('default', undefined, [call('m1'), call('m2', 'b'), call('m3')]))
    for (const name of ['a', 'b']) await outbox.bury(await claimNext(store, name), 'status 500')
    expect(await admin.webhooks.resendDead('guide', ann)).toEqual({ resent: 2, left: 0 })
    expect(await outbox.dueTargets()).toHaveLength(2)
    expect(await admin.webhooks.log('guide', { dead: true, limit: 9 }, ann)).toEqual([])
  })
})

describe('a signing secret', () => {
  it('that is rotated leaves the one before a day to sign beside it', async () => {
    const server = await startWebhookServer()
    const { admin, store, secrets, clock, issued } = await houseWith([webhook('a', { url: server.url })])
    const now = () => clock.now
    const send = createSender({ client: createWebhookClient({ allow: ['127.0.0.1'], now }), store, secrets, now })
    const signatures = async () => {
      const options = { timeoutMs: 5000, maxBytes: 100, signal: new AbortController().signal }
      await send({ webhook: await admin.webhooks.find('guide', 'a', ann), event }, options)
      const { headers, body } = server.received.at(-1)!
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      const of = (secret: string) =>
        `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
          .update(signed)
          .digest('base64')}`
      const hmacOf = (secret: string) => createHmac('sha256', secret).update(body).digest('hex')
      return { given: String(headers['webhook-signature']).split(' '), hmac: headers['x-hmac'], of, hmacOf }
    }
    const old = issued[0]!.secret
    const before = await signatures()
    expect(before.given).toEqual([before.of(old)])

    const fresh = await admin.webhooks.rotateSecret('guide', 'a', ann)
    expect(fresh).toMatch(/^whsec_/)
    const meanwhile = await signatures()
    expect(meanwhile.given).toEqual([meanwhile.of(fresh), meanwhile.of(old)])
    expect(meanwhile.hmac).toBe(meanwhile.hmacOf(fresh))

    clock.now += 86_400_000
    const after = await signatures()
    expect(after.given).toEqual([after.of(fresh)])
  })
})
