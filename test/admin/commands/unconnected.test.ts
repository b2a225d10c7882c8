import { expect, it } from 'vitest'
import { warningsOf } from '../../../src/admin/agents.ts'
import { warningText } from '../../../src/admin/commands/changed.ts'
import type { AgentSettings } from '../../../src/model/agent.ts'

const told = (llm: string, language: 'en' | 'ja') =>
  warningText(
    { language },
    warningsOf({ llmSettings: { llm } } as AgentSettings, () => undefined),
  ).join('\n')

it('a model that nobody serves is told as a person would, with what to do, and by no name of a setting', () => {
  expect(told('default', 'en')).toBe(
    '- ⚠️ no model is connected here, so only rules, scenarios and knowledge answer; whoever runs Parley sets a key such as OPENAI_API_KEY',
  )
  expect(told('gpt-4o', 'en')).toMatch(/^- ⚠️ gpt-4o is not connected here.*choose another model/)
  expect(told('default', 'ja')).toMatch(/^- ⚠️ モデルが接続されていないため.*OPENAI_API_KEY/)
  expect(told('gpt-4o', 'ja')).toMatch(/^- ⚠️ gpt-4o が接続されていないため.*別のモデル/)
})
