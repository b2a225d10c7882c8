import { expect, it } from 'vitest'
import { minimalAgent } from '../support/agent.ts'
import { startWebhookServer } from '../support/webhook-server.ts'
import { type AnswerBody, startServer } from './server.ts'

type Line = AnswerBody & { bestResponse: { is_searching?: boolean } }

/** The lines of a stream, each when it is asked for. */
function linesOf(response: Response) {
  async function* read(): AsyncGenerator<Line, void> {
    let rest = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()!
      for (const line of lines) yield JSON.parse(line)
    }
  }
  const lines = read()
  return {
    next: async () => (await lines.next()).value as Line,
    async last() {
      let last: Line | undefined
      for await (const line of lines) last = line
      return last!
    },
  }
}

it('whoever waits is told that knowledge is searched, and then that it is not any more', async () => {
  const guide = minimalAgent({
    agent: {
      llmSettings: { llm: 'gpt-4o-mini' },
      knowledge: { knowledgeDataStore: { useKnowledgeDataStore: true }, searchQueryPrompt: 'Say what to search for.' },
    },
  })
  const server = await startServer({ agents: { guide }, limits: { openMs: 1 } })
  const actor = { account: server.account, author: 'test', door: 'cli' } as const
  await server.admin.knowledge.add('guide', { name: 'hours.md', text: '# Hours\n\nThe museum opens at nine.' }, actor)
  const [query, answer] = [server.model.script(), server.model.script()]
  const lines = linesOf(await server.say({ utterance: 'when can I come?', stream: true }))
  await query.asked
  expect(await lines.next()).toEqual({ bestResponse: { utterance: '', is_searching: true } })
  query.write('museum opening hours')
  query.end()
  expect(JSON.stringify((await answer.asked).messages)).toContain('opens at nine')
  expect(await lines.next()).toEqual({ bestResponse: { utterance: '', is_searching: false } })
  answer.write('At nine.')
  expect(await lines.next()).toEqual({ bestResponse: { utterance: 'At nine.', is_searching: false } })
  answer.end()
  expect(await lines.last()).toMatchObject({ bestResponse: { utterance: 'At nine.', isSearching: false } })
})

it.each([{}, { 'idempotency-key': 'one' }])('and that a function is asked, behind a text (%o)', async (headers) => {
  const go = Promise.withResolvers<void>()
  const hooks = await startWebhookServer(async (_, response) => {
    await go.promise
    response.end('Sunny')
  })
  const server = await startServer()
  const trigger = {
    ...{ triggerType: 2, condition: 0 },
    ...{ functionCallingName: 'weather', functionCallingDescription: 'Looks up the weather' },
  }
  const webhook = { name: 'hook', method: 'POST', url: hooks.url, trigger, useResponseInPrompt: true }
  expect((await server.manage('PUT', '', { agent: { id: 'guide' }, webhooks: [webhook] })).status).toBe(200)
  const [asks, answers] = [server.model.script(), server.model.script()]
  const asked = server.say({ utterance: 'how is the weather?', uid: 'ann', stream: true }, headers)
  asks.write('Let me look.')
  const lines = linesOf(await asked)
  expect(await lines.next()).toEqual({ bestResponse: { utterance: 'Let me look.', is_searching: false } })
  asks.call({ id: 'c1', name: 'weather', arguments: '{}' })
  expect(await lines.next()).toEqual({ bestResponse: { utterance: 'Let me look.', is_searching: true } })
  go.resolve()
  await answers.asked
  answers.write('It is sunny.')
  const text = 'Let me look.\n\nIt is sunny.'
  expect(await lines.next()).toEqual({ bestResponse: { utterance: text, is_searching: false } })
  answers.end()
  expect(await lines.last()).toMatchObject({ bestResponse: { utterance: text, isSearching: false } })
})
