import { expect, it } from 'vitest'
import { createModerator, type ModeratorParts } from '../../src/engine/moderation.ts'
import { createEngine, createMemoryStore, type Final } from '../../src/exports/engine.ts'
import type { ModerationSettings } from '../../src/model/safety.ts'
import type { Verdict } from '../../src/ports/moderation.ts'
import { minimalAgent } from '../support/agent.ts'

const judge = {
  name: 'judge',
  method: 'POST' as const,
  url: 'https://example.com/judge',
  trigger: { triggerType: 0 as const, condition: 0 as const },
}

/** What an agent answers to `bad` whose endpoint finds everything good, unless told otherwise. */
async function asked(
  moderation: ModerationSettings | undefined,
  {
    webhook,
    verdict = { flagged: false, categories: [] },
    ...more
  }: { webhook?: string; verdict?: Verdict } & Partial<ModeratorParts> = {},
) {
  const calls: unknown[] = []
  const endpoint = { judge: async () => verdict }
  const engine = createEngine({
    store: createMemoryStore(),
    moderator: createModerator({ endpoint, now: Date.now, ...more }),
    async send({ event, input, webhook: { name } }) {
      calls.push({ name, ...input, type: event.webhookType })
      return { status: 200, body: webhook ?? '', ms: 1 }
    },
  })
  const document = minimalAgent({ agent: { moderation }, rules: [{ when: ['bad'], say: 'As you like.' }] })
  const agent = { id: 'test', account: 'default', version: 1, document: { ...document, webhooks: [judge] } }
  const request = {
    account: 'default',
    agent: 'test',
    uid: 'ann',
    conversation: 'c',
    door: 'http',
    utterance: 'bad',
  } as const
  const run = { signal: new AbortController().signal, beforeCall: async () => {} }
  let final: Final | undefined
  for await (const event of engine.converse(request, agent, run)) if (event.kind === 'final') final = event
  return { said: final!.answer.utterance, effects: final!.effects, trace: final!.trace.moderation, calls }
}

const passed = 'As you like.'
const refused = "I can't answer that message. Please say it in another way."

it('an agent’s webhook judges in place of the endpoint, is called for that alone, and may answer as OpenAI does', async () => {
  for (const answer of [
    '{"flagged":true,"categories":["insult"]}',
    '{"results":[{"flagged":true,"categories":{"insult":true,"hate":false}}]}',
  ]) {
    const { said, effects, trace, calls } = await asked({ webhook: 'judge' }, { webhook: answer })
    expect(said).toBe(refused)
    expect(effects).toMatchObject({ remember: [], set: {}, calls: [] })
    expect(trace).toMatchObject([{ of: 'people', end: 'refused', categories: ['insult'] }])
    expect(calls).toEqual([{ name: 'judge', of: 'people', text: 'bad', type: 'user_utterance' }])
  }
  expect((await asked({ webhook: 'judge' }, { webhook: '{"flagged":false}' })).said).toBe(passed)
})

it('what is not understood lets nothing pass, nor does a webhook that is not there', async () => {
  const notNow = expect.stringContaining('I cannot check it just now')
  for (const webhook of ['', 'ok', '[]', '{}', '{"flagged":"no"}', '{"results":[]}']) {
    expect((await asked({ webhook: 'judge' }, { webhook })).said).toEqual(notNow)
  }
  const { said, trace } = await asked({ webhook: 'other' })
  expect(said).toEqual(notNow)
  expect(trace).toMatchObject([{ end: 'unreachable', error: 'missing' }])
  expect((await asked({}, { endpoint: undefined })).trace).toMatchObject([{ error: 'not_configured' }])
})

it('what the account is held to counts whatever the agent says: the stricter of the two', async () => {
  const flagged: Verdict = { flagged: true, categories: [] }
  const required = async () => ({ of: ['people' as const] })
  expect((await asked(undefined, { verdict: flagged })).said).toBe(passed)
  expect((await asked(undefined, { verdict: flagged, required })).said).toBe(refused)
  expect((await asked({ of: ['answers'] }, { verdict: flagged, required })).said).toBe(refused)
  // A webhook of the agent's own that passes everything opens nothing.
  expect((await asked({ webhook: 'judge' }, { webhook: '{"flagged":false}', verdict: flagged, required })).said).toBe(
    refused,
  )
  const down: Verdict = { error: 'timeout' }
  expect((await asked({ unreachable: 'open' }, { verdict: down })).said).toBe(passed)
  expect((await asked({ unreachable: 'open' }, { verdict: down, required })).said).not.toBe(passed)
})
