import { describe, expect, test } from 'vitest'
import { withFallback } from '../../src/engine/model/fallback.ts'
import { type Llm, LlmError, type LlmErrorCode, type LlmEvent, type Prompt } from '../../src/ports/llm.ts'

const info = { provider: 'p', vision: true, tools: true, contextTokens: 32_000 }
const prompt: Prompt = { model: 'first', messages: [{ role: 'user', text: 'hi' }] }
const signal = new AbortController().signal
const answer = (model: string): LlmEvent[] => [
  { type: 'text', text: `${model} says hello` },
  { type: 'end', reason: 'complete' },
]

/** Models that give what they are told to, in order: an error is thrown where it stands. */
function models(of: Record<string, (LlmEvent | LlmError)[]>, more: Partial<typeof info> = {}) {
  const asked: string[] = []
  const llm: Llm = {
    model: (id) => (id in of ? { ...info, ...(id === 'other' && more), upstream: id } : undefined),
    async *stream({ model }) {
      asked.push(model)
      for (const event of of[model]!) {
        if (event instanceof LlmError) throw event
        yield event
      }
    },
  }
  return { llm, asked }
}
const failing = (code: LlmErrorCode) => new LlmError(code, `p: ${code}`)
async function all(llm: Llm, of = prompt): Promise<LlmEvent[]> {
  const events: LlmEvent[] = []
  for await (const event of llm.stream(of, signal)) events.push(event)
  return events
}

describe('another model of the author’s choosing', () => {
  test.each(['unavailable', 'rate_limited', 'unauthorized', 'rejected', 'not_configured'] as const)(
    'answers in place of one that is %s, and says so first',
    async (code) => {
      const { llm } = models({ first: [failing(code)], other: answer('other') })
      expect(await all(withFallback(llm, 'other'))).toEqual([
        { type: 'fallback', upstream: 'other', reason: `p: ${code}` },
        ...answer('other'),
      ])
    },
  )

  test.each(['too_long', 'filtered', 'empty', 'over_budget'] as const)('does not mend what is %s', async (code) => {
    const { llm, asked } = models({ first: [failing(code)], other: answer('other') })
    await expect(all(withFallback(llm, 'other'))).rejects.toMatchObject({ code })
    expect(asked).toEqual(['first'])
  })

  test('goes on with the answer that it has begun, so that nobody waits for the first one twice', async () => {
    const { llm, asked } = models({ first: [failing('unavailable')], other: answer('other') })
    const both = withFallback(llm, 'other')
    await all(both)
    await all(both)
    expect(asked).toEqual(['first', 'other', 'other'])
  })

  test('is not asked once something of an answer has come, nor without one, nor where it could not take it', async () => {
    const begun = models({ first: [{ type: 'text', text: 'Well' }, failing('unavailable')], other: answer('other') })
    await expect(all(withFallback(begun.llm, 'other'))).rejects.toThrow('p: unavailable')
    const alone = models({ first: [failing('unavailable')] })
    expect(withFallback(alone.llm, undefined)).toBe(alone.llm)
    await expect(all(withFallback(alone.llm, 'other'))).rejects.toThrow('p: unavailable')
    const blind = models({ first: [failing('unavailable')], other: answer('other') }, { vision: false })
    const images = [{ mimetype: 'image/png' as const, base64: 'AA==' }]
    const seeing: Prompt = { ...prompt, messages: [{ role: 'user', text: 'what is it?', images }] }
    await expect(all(withFallback(blind.llm, 'other'), seeing)).rejects.toThrow('p: unavailable')
    expect(blind.asked).toEqual(['first'])
  })
})
