import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import { type AnswerDraft, createDraft } from '../../src/engine/draft.ts'
import { type Material, modelAnswer } from '../../src/engine/model/answer.ts'
import type { Functions } from '../../src/engine/model/rounds.ts'
import { stopped } from '../../src/engine/stopped.ts'
import { recordTape } from '../../src/engine/tape/record.ts'
import { usualStateLimits, writtenBy } from '../../src/lib/person-state.ts'
import type { Final, Progress } from '../../src/model/conversation.ts'
import { LlmError, type ToolCall } from '../../src/ports/llm.ts'
import { minimalAgent } from '../support/agent.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { readModels } from '../support/models.ts'

let models: ModelServer
beforeAll(async () => {
  models = await startModelServer()
})
beforeEach(() => void models.server.clearFixtures().clearRequests())
afterAll(() => models.stop())

interface Asked {
  model: string
  tool_choice?: string
  tools?: unknown[]
  messages: { role: string; content: string | null; tool_calls?: { id: string }[]; tool_call_id?: string }[]
}
const requests = () => models.server.getRequests().map(({ body }) => body as unknown as Asked)

/** Answers the nth request of a turn. */
function script(...responses: object[]): void {
  for (const [n, response] of responses.entries()) {
    const isNth = ({ messages }: { messages: { role: string; tool_calls?: unknown }[] }) =>
      messages.filter((message) => message.tool_calls).length === n
    models.server.on({ predicate: isNth as never }, response as never, { chunkSize: 5 })
  }
}
const call = (name: string, written: object, id = name) => ({ id, name, arguments: JSON.stringify(written) })

function functions(
  make: (call: ToolCall) => Promise<string> = async () => '{}',
  names = ['weather', 'news'],
): Functions {
  const tools = names.map((name) => ({ name, description: name, parameters: { type: 'object' } }))
  return { tools, call: make }
}

async function answer(
  options: Material & {
    signal?: AbortSignal
    settings?: object
    llm?: string
    onDraft?: (draft: AnswerDraft) => void
  } = {},
) {
  const {
    signal = new AbortController().signal,
    settings = {},
    llm: id = 'gpt-4o-mini',
    onDraft,
    ...material
  } = options
  const document = minimalAgent({
    agent: {
      llmSettings: { llm: id, prompt: 'You are a guide to #{name}. Note moods: #{mood:good}' },
      autoResponseSettings: settings,
    },
  })
  const draft = createDraft({
    tape: recordTape(),
    limits: usualStateLimits,
    request: { account: 'default', agent: 'test', uid: 'ann', conversation: 'dm', door: 'http', utterance: 'hello' },
    agent: { id: 'test', account: 'default', version: 1, document },
    known: { key: 'k', state: writtenBy('caller', { name: 'Ann' }), memory: [], progress: undefined },
    now: Date.now,
    random: () => 0,
  })
  onDraft?.(draft)
  const known = readModels()
  known.providers['openai']!.models['gpt-4o-mini']!.fallback = 'gpt-4o'
  const llm = createOpenAiLlm({
    models: known,
    endpoints: { providers: { openai: { baseUrl: models.baseUrl, apiKey: 'sk-ann' } } },
    now: () => Date.parse('2026-11-21'),
    timeouts: { first: 2_000, between: 500, retry: 1 },
  })
  const progress: Progress[] = []
  let final: Final | undefined
  for await (const event of modelAnswer(draft, llm, signal, material)) {
    if (event.kind === 'final') final = event
    else progress.push(event)
  }
  return { progress, final: final! }
}

describe('functions', () => {
  it('are called side by side, and what they give goes back to the model', async () => {
    script(
      { content: 'Let me see.', toolCalls: [call('weather', { city: 'Kyoto' }), call('news', {})] },
      { content: '  It is sunny, #{name}.' },
    )
    const seen: ToolCall[] = []
    let atWork = 0
    const make = async (made: ToolCall) => {
      seen.push(made)
      atWork++
      while (atWork < 2) await new Promise((resolve) => setTimeout(resolve, 1))
      return `{"result":"${made.name}"}`
    }
    const { final, progress } = await answer({ functions: functions(make) })
    expect(seen.map(({ name, arguments: written }) => [name, written])).toEqual([
      ['weather', '{"city":"Kyoto"}'],
      ['news', '{}'],
    ])
    expect(final.answer.utterance).toBe('Let me see.\n\nIt is sunny, Ann.')
    expect(final.interrupted).toBeUndefined()
    for (const [i, { text }] of progress.entries()) {
      expect(text.startsWith(progress[i - 1]?.text ?? '')).toBe(true)
      expect(final.answer.utterance.startsWith(text)).toBe(true)
    }
    expect(requests()[1]!.messages.slice(-3)).toEqual([
      { role: 'assistant', content: 'Let me see.', tool_calls: [expect.anything(), expect.anything()] },
      { role: 'tool', tool_call_id: 'weather', content: '{"result":"weather"}' },
      { role: 'tool', tool_call_id: 'news', content: '{"result":"news"}' },
    ])
  })

  it('are shown as activity while there is no text, and tokens of all rounds are counted', async () => {
    script(
      { toolCalls: [call('weather', {})], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } },
      { content: 'Sunny.', usage: { prompt_tokens: 20, completion_tokens: 3, total_tokens: 23 } },
    )
    const { final, progress } = await answer({ functions: functions() })
    expect(progress.slice(0, 2)).toEqual([
      { kind: 'progress', text: '', searching: false },
      { kind: 'progress', text: '', searching: true },
    ])
    expect(progress.at(-1)).toEqual({ kind: 'progress', text: 'Sunny.', searching: false })
    expect(final.trace.model).toMatchObject({ rounds: 2, inputTokens: 30, outputTokens: 8, end: 'complete' })
  })

  it('are no more offered after five rounds', async () => {
    models.server.on(
      { predicate: (({ tool_choice }: Asked) => tool_choice === 'none') as never },
      { content: 'Enough.' },
    )
    models.server.on({}, { toolCalls: [call('weather', {})] })
    let made = 0
    const { final } = await answer({ functions: functions(async () => `${made++}`) })
    expect(final.answer.utterance).toBe('Enough.')
    expect(made).toBe(5)
    expect(requests().map(({ tool_choice }) => tool_choice)).toEqual([...Array(5).fill(undefined), 'none'])
    expect(final.trace.model!.rounds).toBe(6)
  })

  it('are called sixteen times at most', async () => {
    models.server.on(
      { predicate: (({ tool_choice }: Asked) => tool_choice === 'none') as never },
      { content: 'Enough.' },
    )
    models.server.on({}, { toolCalls: Array.from({ length: 10 }, (_, i) => call('weather', {}, `call_${i}`)) })
    let made = 0
    await answer({ functions: functions(async () => `${made++}`) })
    expect(made).toBe(16)
    expect(requests()).toHaveLength(3)
    expect(
      requests()[2]!
        .messages.filter(({ role }) => role === 'tool')
        .at(-1)!.content,
    ).toContain('too many calls')
  })

  it('that the model calls all the same do not go on for ever', async () => {
    models.server.on({}, { content: 'Hm.', toolCalls: [call('weather', {})] })
    const { final } = await answer({ functions: functions() })
    expect(final.interrupted).toMatchObject({ code: 'model_interrupted' })
    expect(requests()).toHaveLength(7)
  })

  it('that a server ignoring tool_choice has called are told to the model as text, and it answers', async () => {
    models.server.on({ predicate: ((asked: { tools?: unknown }) => !asked.tools) as never }, { content: 'Sunny.' })
    models.server.on({}, { toolCalls: [call('weather', {})] })
    const { final } = await answer({ functions: functions() })
    expect(final.answer.utterance).toBe('Sunny.')
    expect(final.interrupted).toBeUndefined()
    expect(requests().at(-1)!.messages.at(-2)!.content).toMatch(/^A function gave: /)
  })

  it('are not offered to a model that cannot call', async () => {
    models.server.on({}, { content: 'Sunny.' })
    await answer({ functions: functions(), llm: 'o1-mini' })
    expect(requests()[0]).not.toHaveProperty('tools')
  })

  it('that give nothing give something the model may be sent', async () => {
    script({ toolCalls: [call('weather', {})] }, { content: 'Done.' })
    await answer({ functions: functions(async () => '') })
    expect(requests()[1]!.messages.at(-1)!.content).toBe('{}')
  })
})

describe('an answer that is stopped or broken between rounds', () => {
  it('keeps its text when the person stops it', async () => {
    script({ content: 'Let me see.', toolCalls: [call('weather', {})] }, { content: 'Sunny.' })
    const controller = new AbortController()
    const make = async () => {
      controller.abort(stopped)
      return '{}'
    }
    const { final } = await answer({ functions: functions(make), signal: controller.signal })
    expect(final).toMatchObject({ answer: { utterance: 'Let me see.' }, interrupted: { code: 'stopped' } })
    expect(requests()).toHaveLength(1)
  })

  it('throws any other reason to end it', async () => {
    script({ toolCalls: [call('weather', {})] })
    const controller = new AbortController()
    const make = async () => {
      controller.abort(new Error('the process ends'))
      throw controller.signal.reason
    }
    await expect(answer({ functions: functions(make), signal: controller.signal })).rejects.toThrow('the process ends')
  })

  it('keeps its text when the model cannot be reached again', async () => {
    script(
      { content: 'Let me see.', toolCalls: [call('weather', {})] },
      { error: { message: 'no' }, status: 503, retryAfter: 0 },
    )
    const { final } = await answer({ functions: functions() })
    expect(final).toMatchObject({ answer: { utterance: 'Let me see.' }, interrupted: { code: 'model_interrupted' } })
  })

  it('shows no half directive', async () => {
    const cut = { chunkSize: 5, truncateAfterChunks: 4, streamingProfile: { tps: 100 } }
    models.server.on({ userMessage: 'hello' }, { content: 'Sunny. @{option:And tomorrow?}' }, cut)
    const { final } = await answer()
    expect(final).toMatchObject({ answer: { utterance: 'Sunny.' }, interrupted: { code: 'model_interrupted' } })
  })

  it('is none without a text, but what it cost is counted', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
    script({ toolCalls: [call('weather', {})], usage }, { error: { message: 'no' }, status: 503, retryAfter: 0 })
    let draft: AnswerDraft | undefined
    const onDraft = (own: AnswerDraft) => {
      draft = own
    }
    await expect(answer({ functions: functions(), onDraft })).rejects.toBeInstanceOf(LlmError)
    expect(draft!.trace.model).toMatchObject({ inputTokens: 10, outputTokens: 5, rounds: 2 })
  })
})

it('says which model answered in place of another', async () => {
  models.server.on({ model: 'gpt-4o-mini' }, { error: { message: 'no' }, status: 503, retryAfter: 0 })
  models.server.on({ model: 'gpt-4o' }, { content: 'Hi' })
  const { final } = await answer()
  expect(final.trace.model).toMatchObject({
    id: 'gpt-4o-mini',
    upstream: 'gpt-4o',
    fallback: expect.stringMatching(/^status 503/),
  })
})

describe('what is written', () => {
  it('holds directives only outside of code', async () => {
    script({ content: 'Ruby: `"#{name}"` #{name}#{mood:good}\n```ruby\nputs "#{name}"\n```\n@{option:Thanks}' })
    const { final } = await answer()
    expect(final.answer).toMatchObject({
      utterance: 'Ruby: `"#{name}"` Ann\n```ruby\nputs "#{name}"\n```',
      options: ['Thanks'],
    })
    expect(final.effects.set).toEqual(writtenBy('model', { mood: 'good' }))
  })

  it('names its sources behind the answer', async () => {
    script({ content: 'On Monday [1].' })
    const { final, progress } = await answer({ closing: (text) => (text.includes('[1]') ? '\n\n[1] a.md' : '') })
    expect(final.answer.utterance).toBe('On Monday [1].\n\n[1] a.md')
    expect(final.effects.remember.at(-1)!.text).toBe('On Monday [1].\n\n[1] a.md')
    expect(final.answer.utterance.startsWith(progress.at(-1)!.text)).toBe(true)
  })

  it('is HTML where the agent answers in HTML', async () => {
    script({ content: '<p>On <b>Monday</b> [1].</p>@{option:Yes}' })
    const { final, progress } = await answer({
      settings: { shouldUseHtmlResponse: true, shouldAutoGenerateUI: true },
      closing: () => '\n\n[1] a<b>.md\n[2] c.md',
    })
    expect(final).toMatchObject({
      format: 'html',
      answer: {
        utterance: '<p>On <b>Monday</b> [1].</p>\n<p>[1] a&lt;b>.md<br>\n[2] c.md</p>',
        options: ['Yes'],
      },
    })
    expect(progress.every(({ format }) => format === 'html')).toBe(true)
    const [system] = requests()[0]!.messages
    expect(system!.content).toMatch(/^You are a guide to Ann\..*\n\nFormat: .*HTML/s)
    expect(system!.content).toContain('@{option:text}')
  })

  it('has no format where it is Markdown', async () => {
    script({ content: 'Hi' })
    const { final, progress } = await answer()
    for (const event of [final, ...progress]) expect(event).not.toHaveProperty('format')
  })
})
