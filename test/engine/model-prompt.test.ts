import { describe, expect, it } from 'vitest'
import { buildPrompt, type PromptParts } from '../../src/engine/model/prompt.ts'
import { countTokens } from '../../src/engine/tokens.ts'
import type { ConversationRequest } from '../../src/model/conversation.ts'
import { minimalAgent } from '../support/agent.ts'

const tool = { name: 'weather', description: 'Tells the weather.', parameters: { type: 'object' } }

function parts(
  more: Partial<PromptParts> & { agent?: object; asked?: Partial<ConversationRequest> } = {},
): PromptParts {
  const { agent, asked, ...rest } = more
  return {
    settings: minimalAgent({ agent: { llmSettings: { llm: 'gpt-4o', prompt: 'Help #{name}.' }, ...agent } }).agent,
    request: {
      account: 'default',
      agent: 'test',
      uid: 'ann',
      conversation: 'dm',
      door: 'http',
      utterance: 'hello',
      ...asked,
    },
    images: asked?.images ?? [],
    state: { name: 'Ann' },
    isFilledIn: false,
    memory: [],
    found: [],
    tools: [],
    model: { vision: true, tools: true, contextTokens: 32_000 },
    ...rest,
  }
}
const said = async (more: Parameters<typeof parts>[0]) =>
  (await buildPrompt(parts(more))).messages.map(({ role, text }) => `${role}: ${text}`)

describe('a prompt', () => {
  it('is the agent’s words, the memory and the utterance, and nothing more', async () => {
    const memory = [
      { role: 'user' as const, text: 'one' },
      { role: 'assistant' as const, text: 'two' },
    ]
    expect(await buildPrompt(parts({ memory }))).toEqual({
      model: 'gpt-4o',
      history: 2,
      messages: [
        { role: 'system', text: 'Help Ann.' },
        { role: 'user', text: 'one' },
        { role: 'assistant', text: 'two' },
        { role: 'user', text: 'hello' },
      ],
    })
    expect(await said({ memory, asked: { disableHistory: true } })).toEqual(['system: Help Ann.', 'user: hello'])
    expect(await said({ agent: { llmSettings: { llm: 'gpt-4o' } } })).toEqual(['user: hello'])
  })

  it('holds what was found, and what others said, as words of their own right before the utterance', async () => {
    const memory = [{ role: 'user' as const, text: 'one' }]
    const [, , quoted, last] = await said({ memory, found: ['Passages', '', 'Notes', 'Around'] })
    expect(quoted).toBe('user: Passages\n\nNotes\n\nAround')
    expect(last).toBe('user: hello')
  })

  it('carries images, temperature and tools where there are some', async () => {
    const images = [{ mimetype: 'image/png' as const, base64: 'iVBORw0KGgo=' }]
    const agent = { llmSettings: { llm: 'gpt-4o', temperature: 0 } }
    const prompt = await buildPrompt(parts({ agent, asked: { images }, tools: [tool] }))
    expect(prompt).toMatchObject({ temperature: 0, tools: [tool], messages: [{ role: 'user', text: 'hello', images }] })
    const bare = await buildPrompt(parts({ tools: [tool], model: { vision: true, tools: false, contextTokens: 1000 } }))
    expect(bare).not.toHaveProperty('tools')
  })

  it('asks for quick replies and HTML only where the agent wants them', async () => {
    const system = async (autoResponseSettings: object) => (await said({ agent: { autoResponseSettings } }))[0]
    expect(await system({})).not.toMatch(/HTML|option/)
    expect(await system({ shouldAutoGenerateUI: true })).toContain('@{option:text}')
    expect(await system({ shouldUseHtmlResponse: true })).toContain('HTML')
  })
})

describe('a prompt that is too long for its model', () => {
  const memory = Array.from({ length: 50 }, (_, n) => ({
    role: (n % 2 === 0 ? 'user' : 'assistant') as 'user' | 'assistant',
    text: `${n}: ${'some words of it '.repeat(20)}`,
  }))
  const tokensOf = async (more: Parameters<typeof parts>[0]) =>
    (await Promise.all((await buildPrompt(parts(more))).messages.map(({ text }) => countTokens(text)))).reduce(
      (a, b) => a + b,
    )

  it('leaves out the oldest of the memory, as much as needed', async () => {
    const model = { vision: true, tools: true, contextTokens: 1_000 }
    const prompt = await said({ memory, model })
    expect(prompt[0]).toBe('system: Help Ann.')
    expect(prompt.at(-1)).toBe('user: hello')
    expect(prompt.length).toBeGreaterThan(5)
    expect(prompt.at(-2)).toContain('49: ')
    const kept = prompt.slice(1, -1).map((text) => Number(/\d+/.exec(text)![0]))
    expect(kept).toEqual(kept.map((_, i) => 50 - kept.length + i))
    expect(await tokensOf({ memory, model })).toBeLessThanOrEqual(1_000)
    expect(await tokensOf({ memory, model })).toBeGreaterThan(700)
  })

  it('counts images, tools and what was found, too', async () => {
    const model = { vision: true, tools: true, contextTokens: 3_000 }
    const kept = async (more: object) => (await said({ memory, model, ...more })).length
    const plain = await kept({})
    const image = { mimetype: 'image/png', base64: '' }
    expect(await kept({ asked: { images: [image] } })).toBeLessThan(plain)
    expect(await kept({ found: ['word '.repeat(1_500)] })).toBeLessThan(plain)
    expect(await kept({ tools: [{ ...tool, description: 'word '.repeat(1_500) }] })).toBeLessThan(plain)
  })

  it('is asked without memory where the rest is too long already', async () => {
    expect(
      await said({
        memory,
        model: { vision: true, tools: true, contextTokens: 1_000 },
        found: ['word '.repeat(5_000)],
      }),
    ).toHaveLength(3)
  })

  it('leaves out half of what stands around the utterance, and half of that, where the rest is too long already', async () => {
    const messages = Array.from({ length: 33 }, (_, n) => ({ author: 'Ben', text: `line ${n}: ${'word '.repeat(40)}` }))
    const about = { author: 'Cleo', text: 'look here', of: 'question' as const }
    const trace = { messages: 34, files: 1, leftOut: 0, calls: 0, ms: 0 }
    const files = [{ name: 'long.txt', text: 'word '.repeat(1_000) }]
    const context = { messages: [...messages, about], unseen: [], files, trace }
    const more = { around: { context, now: 0 }, model: { vision: true, tools: true, contextTokens: 1_500 } }
    expect(await tokensOf(more)).toBeLessThanOrEqual(1_500)
    const [, quoted] = await said(more)
    const lines = quoted!.split('\n')
    expect(lines.filter((line) => line.includes('"line 0:'))).toHaveLength(1)
    expect(lines.filter((line) => line.includes('"line 32:'))).toHaveLength(1)
    expect(lines.filter((line) => line.includes('look here'))).toHaveLength(1)
    const shown = lines.filter((line) => line.includes('"line ')).length
    expect(quoted).toContain(`(${33 - shown} more messages stand here and are not shown.)`)
    expect(quoted).toContain('"isCut":true')
  })

  it.each(['a', ' ', 'あ', '\u{1F600}', 'xX1', '\u0000'])(
    'is told at once, whatever it is made of: %j',
    async (unit) => {
      const hostile = [{ role: 'user' as const, text: unit.repeat(500_000) }]
      expect(await said({ memory: [...hostile, ...memory.slice(-2)] })).toHaveLength(4)
    },
  )
})
