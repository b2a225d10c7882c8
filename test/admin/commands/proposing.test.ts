import { afterAll, beforeAll, expect, it } from 'vitest'
import { proposalSchema } from '../../../src/admin/proposals/proposal.ts'
import { proposalFrom } from '../../../src/admin/proposals/templates.ts'
import { createModels } from '../../../src/app/parts/models.ts'
import { languages } from '../../../src/lib/language.ts'
import { loadConfig } from '../../support/config.ts'
import { type ModelServer, startModelServer } from '../../support/model-server.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { caller, commandHouse } from './house.ts'

let models: ModelServer
beforeAll(async () => {
  models = await startModelServer()
})
afterAll(() => models.stop())

const withModel = () =>
  createModels(
    loadConfig({ PARLEY_DATA: tempFolder(), PARLEY_LLM_BASE_URL: models.baseUrl, PARLEY_LLM_MODEL: 'test' }),
    { now: Date.now },
  ).llm

it('an agent is proposed from a sentence, made by a press, tried out, and published from its draft', async () => {
  const { ann, admin } = await commandHouse()
  const proposed = await ann.say('create An IT help desk for a school, friendly')
  expect(proposed.text).toContain('No model is there')
  expect(proposed.text).toContain('“An IT help desk for a school, friendly”')
  expect((await admin.agents.list({ account: 'default' } as never)).map(({ id }) => id)).not.toContain('help-desk')

  const made = await ann.press(proposed, 'Make it')
  expect(made.text).toContain('**Help Desk** `help-desk` is made')
  expect(made.text.match(/- ✔/g)).toHaveLength(3)
  expect(made.text).not.toContain('✘')
  const published = await ann.press(made, 'Publish')
  expect(published.text).toContain('help-desk')
  const { document } = await admin.agents.get('help-desk', { account: 'default' } as never)
  expect(document.rules).toHaveLength(4)
  expect(document.replies.openingOptions).toContain('I forgot my password')
  expect(document.agent.llmSettings).toMatchObject({ llm: 'default', prompt: expect.stringContaining('Help Desk') })

  // The same wish again is another agent, and a wish that is thrown away leaves an agent without rules.
  const again = await ann.press(await ann.say('create an IT help desk, please'), 'Make it')
  expect(again.text).toContain('`help-desk-2`')
})

it('in Japanese where that is asked for, also in English; an id still opens the form', async () => {
  const { ann, as } = await commandHouse()
  const asked = await ann.say('create a handbook for new colleagues, Japanese')
  expect(asked.text).toContain('**社内ガイド**')
  const ben = as(caller('ann', { language: 'ja' }))
  const said = await ben.say('create 学校の情シス向けヘルプデスク')
  expect(said.text).toContain('考えるモデルがないので')
  expect((await ben.press(said, '作る')).text).toMatch(/`agent-\w{6}` を、名前とプロンプトで作りました/)
  expect((await ann.say('create helper')).form).toBeDefined()
  expect((await ann.say('create')).form).toBeDefined()
})

it.each(languages)('what is proposed without a model is whole, and its tests pass (%s)', async (language) => {
  const { ann } = await commandHouse()
  const wishes = {
    desk: 'IT support',
    handbook: 'our FAQ',
    booking: 'a clinic',
    tutor: 'homework',
    any: 'be nice to us',
  }
  for (const wish of Object.values(wishes)) {
    expect(proposalSchema.safeParse(proposalFrom(wish, language)).error).toBeUndefined()
    const proposed = await ann.say(`create ${wish} ${language === 'ja' ? '日本語' : 'in English'}`)
    const made = await ann.press(proposed, 'Make it')
    expect(made.text, wish).not.toContain('✘')
    expect(made.text.match(/- ✔/g)?.length, wish).toBeGreaterThan(1)
  }
})

const proposal = {
  ...{ name: 'Bookworm', description: 'Knows the library.', prompt: 'You are Bookworm.', opening: 'Hello, reader!' },
  questions: ['What can you do?'],
  rules: [{ when: ['When are you open?', 'Opening hours'], say: 'Please ask at the desk.' }],
  tests: [{ ask: 'opening hours please', rule: 1 }],
}

it('by a model where there is one, and from a pattern where that makes no sense', async () => {
  const { ann } = await commandHouse({ llm: withModel() })
  models.answer('a school library', JSON.stringify(proposal))
  const proposed = await ann.say('create an agent for a school library')
  expect(proposed.text).toContain('This is what I would make of it:')
  expect(proposed.text).toContain('**Bookworm**: Knows the library.')
  const made = await ann.press(proposed, 'Make it')
  expect(made.text).toContain('`bookworm` is made')
  expect(made.text).toContain('- ✔ opening hours please → rule 1')
  models.answer('a bakery', JSON.stringify({ ...proposal, name: '' }))
  expect((await ann.say('create an agent for a bakery')).text).toContain('from a pattern')
})

it('its id is free also where another account has it', async () => {
  const { ann, admin } = await commandHouse()
  const by = { account: 'other', author: 'cli', door: 'cli' } as const
  const theirs = { displayName: 'Theirs', description: '', photoUrl: '', providerName: '', scope: 'private' }
  await admin.agents.create({ agent: { ...theirs, id: 'help-desk' } }, by)
  const made = await ann.press(await ann.say('create an IT help desk'), 'Make it')
  expect(made.text).toContain('`help-desk-2` is made')
})

it('nobody but who may make agents', async () => {
  const { as } = await commandHouse()
  const refused = await as(caller('ben')).say('create an IT help desk')
  expect(refused.buttons).toBeUndefined()
  expect(refused.text).not.toContain('Help Desk')
})
