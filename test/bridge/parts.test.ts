import { describe, expect, it } from 'vitest'
import { answerPart, answerText } from '../../src/bridge/parts.ts'
import { bestResponse } from '../../src/model/conversation.ts'
import { type CommittedAnswer, readAnswer, writeAnswer } from '../../src/turns/show.ts'

const answer = (utterance: string, more: Partial<CommittedAnswer> = {}): CommittedAnswer => ({
  response: bestResponse({ utterance }),
  userState: {},
  interrupted: null,
  source: 'model',
  ...more,
})

describe('the text of an answer', () => {
  it('is Markdown, also where the agent answers in HTML', () => {
    expect(answerText(answer('**Hi** <Ann>'), 'en')).toBe('**Hi** <Ann>')
    expect(answerText(answer('<p><b>Hi</b> &lt;Ann&gt;</p>', { format: 'html' }), 'en')).toBe('**Hi** \\<Ann>')
  })

  it('is never empty', () => {
    expect(answerText(answer(' '), 'en')).toBe('…')
    expect(answerText(answer('<script>1</script><p></p>', { format: 'html' }), 'en')).toBe('…')
  })

  it('says why it is not whole, outside of what was cut off', () => {
    for (const [utterance, more] of [
      ['```js\nlet a', {}],
      ['<pre><code class="language-js">let a</co', { format: 'html' as const }],
    ] as const) {
      const text = answerText(answer(utterance, { ...more, interrupted: 'stopped' }), 'en')
      expect(text).toMatch(/^```js\nlet a\n```\n\n\S/)
    }
  })
})

it('for whoever takes one answer is in words alone: what cannot come along is named, and why there is none is told apart', () => {
  const once = { language: 'en', author: { uid: 'u', id: 'U0ANN' }, once: true } as const
  const looks = { feedback: true, labels: true }
  const files = [{ name: 'plan.pdf', type: 'application/pdf', base64: 'AA==' }]
  const rich = answer('Hi', { files })
  Object.assign(rich.response, { options: ['Yes'], url: 'https://example.com', imageUrl: 'https://example.com/a.png' })
  const part = answerPart('Hi', 't1', rich, once, looks)
  expect(Object.keys(part)).toEqual(['text'])
  for (const said of [/^Hi\n/, /^- Yes$/m, /^https:\/\/example\.com$/m, /a\.png/, /plan\.pdf/])
    expect(part.text).toMatch(said)
  for (const interrupted of ['failed', 'rejected', 'model_interrupted', 'undelivered'] as const)
    expect(answerPart('No', 't1', answer('No', { interrupted }), once, looks)).toEqual({ text: 'No', failed: true })
})

it('is kept as it was, with its format, and read again', () => {
  for (const whole of [answer('Hi'), answer('<p>Hi</p>', { format: 'html', interrupted: 'stopped' })]) {
    const kept = writeAnswer(whole)
    const trace = JSON.stringify({ source: whole.source, ms: 1 })
    expect(readAnswer({ answer: kept, interrupted: whole.interrupted, trace })).toEqual(whole)
  }
  expect(readAnswer({ answer: null, interrupted: null, trace: null })).toBeUndefined()
})
