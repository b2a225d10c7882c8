import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { prepare } from '../../src/admin/prepare.ts'
import { createDirectiveReader } from '../../src/engine/directives.ts'
import { bestRule } from '../../src/engine/rules/match.ts'
import { exceedsTokens } from '../../src/engine/tokens.ts'
import { normalise } from '../../src/lib/normalise.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { openHouse } from './support.ts'

async function demo() {
  const house = await openHouse()
  const log = { info() {}, warn: (about: object) => expect.unreachable(JSON.stringify(about)) }
  await prepare({ ...house, config: { configFolder: 'config' }, log })
  return { ...house, agent: (await house.store.agents.live('demo'))! }
}

it('is the default agent of a new house', async () => {
  const { store, agent } = await demo()
  expect(agent).toMatchObject({ version: 1, document: { agent: { displayName: 'Parley' } } })
  expect((await store.accounts.get(firstAccount))!.default_agent).toBe('demo')
})

it('has no phrase twice, and none that says nothing', async () => {
  const phrases = (await demo()).agent.document.rules.flatMap(({ when }) => when.map(normalise))
  expect(phrases.filter((phrase, i) => phrase === '' || phrases.indexOf(phrase) !== i)).toEqual([])
})

it('reads back the name it noted down, and forgets it', async () => {
  const { agent } = await demo()
  const said = (utterance: string, state: Record<string, string> = {}) => {
    const reader = createDirectiveReader(state)
    const head = reader.push(bestRule(agent, utterance, [34, 47, 62, 74])!.rule.say as string)
    const { text, set } = reader.end()
    return { text: head + text, set }
  }
  const noted = { name: 'Captain' }
  expect(said('How do you remember me?', noted).text).toContain('“Captain”')
  expect(said('Forget my name', noted).set).toEqual({ name: '' })
})

it('has a prompt that leaves room', async () => {
  const { prompt } = (await demo()).agent.document.agent.llmSettings!
  expect(await exceedsTokens(prompt!, 1000)).toBe(false)
})

it('has its rules in the file in which people look for them', () => {
  expect(parse(readFileSync('config/agents/demo/rules.yaml', 'utf8'))).toBeInstanceOf(Array)
})
