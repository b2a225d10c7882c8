import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type AgentVersion,
  createEngine,
  createFind,
  createLlm,
  createMemoryStore,
  type EngineOptions,
  type Final,
  orderKey,
  passagesOf,
  readAgent,
} from '../../src/exports/engine.ts'
import type { AgentDocument } from '../../src/model/agent.ts'
import { minimalAgent } from '../support/agent.ts'
import { startModelServer } from '../support/model-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

const agentWith = (document: AgentDocument): AgentVersion => ({ id: 'guide', account: 'default', version: 1, document })

/** Somebody's program: it asks, and commits what was answered. */
function program(agent: AgentVersion, options: Partial<EngineOptions> = {}) {
  const store = createMemoryStore()
  const engine = createEngine({ store, find: createFind({ store, search: store.search }), ...options })
  const whose = { account: agent.account, agent: agent.id, uid: 'ann', conversation: 'dm', door: 'http' } as const
  const run = { signal: new AbortController().signal, beforeCall: async () => {} }
  async function say(utterance: string): Promise<Final> {
    for await (const event of engine.converse({ ...whose, utterance }, agent, run)) {
      if (event.kind !== 'final') continue
      store.commit(orderKey(whose.account, whose.agent, whose.uid), whose.conversation, event.effects)
      return event
    }
    throw new Error('There was no final')
  }
  return { store, say }
}

describe('the engine in a program of its own', () => {
  it('answers with what an agent knows, from memory', async () => {
    const knowledge = { knowledgeDataStore: { useKnowledgeDataStore: true } }
    const { store, say } = program(agentWith(minimalAgent({ agent: { knowledge } })))
    const handbook = '# Parking\n\nThe first two hours are free.\n\n# Keys\n\nThe desk has spare keys.\n'
    store.learn('guide', 'handbook.md', [...passagesOf(handbook)])
    const { answer, trace } = await say('is parking free?')
    expect(answer.utterance).toContain('The first two hours are free.')
    expect(trace).toMatchObject({ source: 'knowledge' })
  })

  it('asks the model that the environment leads to, with what was said before', async () => {
    const models = await startModelServer()
    onTestFinished(() => models.stop())
    models.answer('hello', 'Good day!')
    models.answer('what now', 'Tea.')
    const llm = createLlm({ PARLEY_LLM_BASE_URL: models.baseUrl, PARLEY_LLM_MODEL: 'test' })
    const { say } = program(agentWith(minimalAgent({ agent: { llmSettings: { llm: 'gpt-4o-mini' } } })), { llm })
    expect((await say('hello')).answer.utterance).toBe('Good day!')
    expect((await say('what now?')).trace).toMatchObject({ source: 'model' })
    const asked = JSON.stringify(models.server.getRequests().at(-1))
    expect(asked).toContain('Good day!')
  })

  it('says what is written for it where there is no model', async () => {
    const document = minimalAgent({
      agent: { llmSettings: { llm: 'gpt-4o-mini' } },
      replies: { noModel: 'Nobody is in.' },
    })
    expect((await program(agentWith(document)).say('hello')).answer.utterance).toBe('Nobody is in.')
  })

  it('names every fault of an agent that it reads', async () => {
    const folder = join(tempFolder(), 'desk')
    mkdirSync(folder)
    writeFileSync(join(folder, 'agent.yaml'), 'agent:\n  displayName: 7\n')
    await expect(readAgent(folder)).rejects.toMatchObject({
      code: 'invalid_agent',
      faults: expect.arrayContaining([
        { path: `${folder}/agent.yaml:2 agent.displayName`, message: expect.any(String) },
      ]),
    })
  })
})
