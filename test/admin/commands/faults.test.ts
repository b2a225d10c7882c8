import { expect, it } from 'vitest'
import { inLanguage } from '../../../src/admin/commands/words/faults.ts'
import { keptElsewhere } from '../../../src/admin/webhooks.ts'
import type { AppError } from '../../../src/lib/errors.ts'
import { headerFault } from '../../../src/lib/webhook-headers.ts'
import { webhookUrlFault } from '../../../src/lib/webhook-url.ts'
import { ann, guide, openHouse, webhook } from '../support.ts'

/** What the API says is wrong. */
async function faultsOf(body: object): Promise<string[]> {
  const { admin } = await openHouse()
  const error = await admin.agents.create(body, ann).catch((thrown: unknown) => thrown)
  return (error as AppError).faults.map(({ message }) => message)
}

it('what can be wrong with an agent or a webhook is told in Japanese too', async () => {
  const settings = { displayName: '', description: 7, photoUrl: 'x'.repeat(2049), scope: 'secret', serviceURL: 'x' }
  const trigger = { triggerType: 2, condition: 0, functionCallingName: '1', functionCallingParametersJson: '{' }
  const hidden = { authHeaders: [{ key: 'X-Key', value: '••••' }] }
  const named = { triggerType: 2, functionCallingName: 'look_up', functionCallingDescription: 'x' }
  const calledWith = (schema: object) => ({
    trigger: { ...named, condition: 1, functionCallingParametersJson: JSON.stringify(schema) },
  })
  const called = calledWith({ q: 1 })
  const messages = [
    ...(await faultsOf({ agent: { ...settings, llmSettings: { temperature: 2 } }, webhooks: [] })),
    ...(await faultsOf({ agent: guide, webhooks: [webhook('a', { trigger }), webhook('a', hidden)] })),
    ...(await faultsOf({ agent: guide, webhooks: [webhook('a'), webhook('a', hidden)] })),
    ...(await faultsOf({ agent: guide, webhooks: [webhook('a', called), webhook('b', called)] })),
    ...(await faultsOf({ agent: guide, webhooks: [webhook('a', called), webhook('b', calledWith({ type: 'text' }))] })),
    headerFault('a b', 'c')?.message,
    headerFault('Host', 'c')?.message,
    headerFault('X-Key', 'あ')?.message,
    keptElsewhere('Authorization', 'https://example.com/hook'),
    webhookUrlFault('https://#{host}/x'),
    webhookUrlFault('https://ann:word@example.com/'),
    'must be nested at most 64 deep',
  ]
  expect(messages.length).toBeGreaterThan(15)
  for (const message of messages) expect(inLanguage(message!, 'ja'), message).toMatch(/[ぁ-ん]/)
})
