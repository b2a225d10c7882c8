import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { disarm } from '../../../adapters/teams/disarm.ts'
import { toMarkdown } from '../../../adapters/teams/markdown.ts'
import { renderPart, suggestedOf } from '../../../adapters/teams/outbound.ts'
import type { Part } from '../../../src/model/message.ts'

const personal = { personal: true }
const among = { personal: false }
const options = (count: number) => Array.from({ length: count }, (_, n) => `Option ${n + 1}`)
const asking = (options: string[], more: Partial<Part> = {}): Part => ({
  text: 'Well?',
  quickReplies: { id: 't1', options },
  ...more,
})
const cardOf = (part: Part, where = among) =>
  renderPart(part, where).attachments?.[0]?.['content'] as { body: object[]; actions?: object[] } | undefined

describe('quick replies', () => {
  it('are suggested where few of them are for the person alone', () => {
    const { suggestedActions, attachments } = renderPart(asking(['Yes', 'No']), personal)
    expect(suggestedActions).toEqual({
      actions: [
        { type: 'imBack', title: 'Yes', value: 'Yes' },
        { type: 'imBack', title: 'No', value: 'No' },
      ],
    })
    expect(attachments).toBeUndefined()
  })

  it('are buttons of a card where they are many, long, alike, among others, or beside something', () => {
    for (const [part, where] of [
      [asking(options(4)), personal],
      [asking(['Yes', 'x'.repeat(41)]), personal],
      [asking(['Yes', 'Yes ']), personal],
      [asking(['Yes']), among],
      [asking(['Yes'], { url: 'https://example.com' }), personal],
    ] as const) {
      expect(renderPart(part, where)).not.toHaveProperty('suggestedActions')
      const { actions } = cardOf(part, where)!
      expect(actions?.filter((one) => 'data' in one)).toEqual(
        part.quickReplies!.options.map((title, i) => ({
          type: 'Action.Execute',
          title,
          verb: 'press',
          data: { k: 'q', id: 't1', i },
          fallback: { type: 'Action.Submit', title, data: { k: 'q', id: 't1', i } },
        })),
      )
    }
  })

  it('beyond six are a list to choose from', () => {
    const { body, actions } = cardOf(asking(options(9)))!
    expect(body).toMatchObject([{ text: 'Well?' }, { type: 'Input.ChoiceSet', id: 'q', choices: { length: 9 } }])
    expect(actions).toMatchObject([{ type: 'Action.Execute', verb: 'press', data: { k: 'q', id: 't1' } }])
  })

  it('of which one was chosen say which', () => {
    const part = asking(['Yes', 'No'])
    const chosen = { ...part, quickReplies: { ...part.quickReplies!, chosen: 1 } }
    expect(cardOf(chosen, personal)!.body.at(-1)).toMatchObject({
      inlines: [{ text: 'Yes' }, { text: '  ·  ' }, { text: '✓ No', weight: 'Bolder' }],
    })
    expect(cardOf(chosen, personal)).not.toHaveProperty('actions')
  })

  it('fit into a card, whatever they are', () => {
    const any = fc.array(fc.string({ maxLength: 300, unit: 'grapheme' }), { minLength: 1, maxLength: 150 })
    fc.assert(
      fc.property(any, fc.boolean(), (options, isChosen) => {
        const part = asking(options)
        const chosen = isChosen ? { ...part, quickReplies: { ...part.quickReplies!, chosen: 0 } } : part
        expect(Buffer.byteLength(JSON.stringify(cardOf(chosen)))).toBeLessThan(28_000)
      }),
      { seed: 20_261_121, numRuns: 200 },
    )
  })
})

describe('a part', () => {
  it('is Markdown, and says what it is only where it is asked to', () => {
    expect(renderPart({ text: '**Hi**' }, personal)).toEqual({
      type: 'message',
      text: '**Hi**',
      textFormat: 'markdown',
    })
    expect(renderPart({ text: 'Hi', feedback: { id: 't', good: 'Good', bad: 'Bad' } }, among)).toMatchObject({
      channelData: { feedbackLoop: { type: 'default' } },
    })
    expect(renderPart({ text: 'Hi', aiGenerated: true }, among).entities).toMatchObject([
      { '@type': 'Message', additionalType: ['AIGeneratedContent'] },
    ])
  })

  it('names what it rests on, twenty sources at most, with marks for those that the text does not name', () => {
    const sources = Array.from({ length: 25 }, (_, i) => ({
      n: i + 1,
      title: `Page ${i + 1}`,
      ...(i === 1 && { excerpt: 'So it is.', url: 'https://example.com/2' }),
    }))
    const { text, entities } = renderPart({ text: 'So it is [2].', aiGenerated: true, sources }, among)
    expect(text).toMatch(/^So it is \[2\]\. \[1\] \[3\] .* \[20\]$/)
    const { citation } = entities![0] as { citation: { appearance: object }[] }
    expect(citation).toHaveLength(20)
    expect(citation[0]).toMatchObject({ appearance: { name: 'Page 1', abstract: 'Page 1' } })
    expect(citation[0]!.appearance).not.toHaveProperty('url')
    expect(citation[1]).toMatchObject({
      position: 2,
      appearance: { name: 'Page 2', abstract: 'So it is.', url: 'https://example.com/2' },
    })
  })

  it('has its picture and its link in a card, or their addresses where they cannot be shown', () => {
    expect(cardOf({ text: 'Look', imageUrl: 'https://example.com/a.png', url: 'https://example.com/b' })).toMatchObject(
      {
        body: [{ text: 'Look' }, { type: 'Image', url: 'https://example.com/a.png', altText: 'a.png' }],
        actions: [{ type: 'Action.OpenUrl', title: 'example.com', url: 'https://example.com/b' }],
      },
    )
    const card = JSON.stringify(cardOf({ text: 'Look', imageUrl: 'http://example.com/a.png', url: 'javascript:x' }))
    expect(card).not.toMatch(/"type":"(?:Image|Action\.OpenUrl)"/)
    expect(card).toContain('javascript:x')
  })
})

describe('a part with a card', () => {
  const part = asking(options(4), { text: 'Well?\nChoose **one**.' })

  it('is the card alone, for text beside it would be a message of its own', () => {
    const payload = renderPart(part, among)
    expect(payload).not.toHaveProperty('text')
    expect(payload.summary).toBe('Well?')
    expect(cardOf(part)!.body).toEqual([{ type: 'TextBlock', text: 'Well?  \nChoose **one**.', wrap: true }])
  })

  it('has its text beside the card where it ends a native stream', () => {
    const { text, attachments } = renderPart(part, { personal: true, ends: true })
    expect(text).toBe('Well?  \nChoose **one**.')
    expect(attachments).toMatchObject([{ content: { body: [], actions: { length: 4 } } }])
  })

  it('shows code as code, and headings as bold words', () => {
    const text = '# Title\n\nRun\n```sh\n# not a title\nls\n```\n\nand look.'
    expect(cardOf({ ...part, text })!.body).toMatchObject([
      { type: 'TextBlock', text: '**Title**' },
      { type: 'TextBlock', text: 'Run' },
      { type: 'CodeBlock', codeSnippet: '# not a title\nls', fallback: { type: 'TextBlock', fontType: 'Monospace' } },
      { type: 'TextBlock', text: 'and look.' },
    ])
  })
})

describe('lines', () => {
  it('are broken by two spaces, but for code, tables and what is broken already', () => {
    const broken: [string, string][] = [
      ['One\ntwo\n\nthree', 'One  \ntwo\n\nthree'],
      ['One \ntwo  \nthree\\\nfour<br>\nfive\\\\\nsix', 'One  \ntwo  \nthree\\\nfour<br>\nfive\\\\  \nsix'],
      ['Run\n```\na\nb\n```\nnow\nthen', 'Run  \n```\na\nb\n```\nnow  \nthen'],
      ['| a |\n|---|\n| b |', '| a |\n|---|\n| b |'],
      ['Waits\n', 'Waits'],
    ]
    for (const [text, written] of broken) expect(toMarkdown(text)).toBe(written)
  })

  it('of a text that grows begin as they did, and what was written so stays so', () => {
    const piece = fc.constantFrom('a', ' ', '  ', '\n', '\n\n', '```', '~~~', '`', '|', '- ', '\\', '<br>', '<at', '# ')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.nat(20), (pieces, cut) => {
        const whole = toMarkdown(pieces.join(''))
        expect(whole.startsWith(toMarkdown(pieces.slice(0, cut).join('')))).toBe(true)
        expect(toMarkdown(whole)).toBe(whole)
      }),
      { seed: 20_261_121, numRuns: 3000 },
    )
  })

  it('have the marks of sources behind code, not in it', () => {
    const text = 'So:\n```\nls\n```'
    expect(renderPart({ text, sources: [{ n: 1, title: 'Manual' }] }, among).text).toBe('So:  \n```\nls\n```\n\n[1]')
  })
})

describe('mentions', () => {
  it('are dead, however they are written, and what grows begins with what was shown', () => {
    const spark = fc.constantFrom('<at', '<', '>', 'a', 't', '/', 'AT', '<at>Ann</at>', ' ', 'id="0"', '`')
    fc.assert(
      fc.property(fc.array(spark, { maxLength: 12 }), fc.nat(12), (pieces, cut) => {
        const shown = disarm(pieces.slice(0, cut).join(''))
        const whole = disarm(pieces.join(''))
        expect(whole.startsWith(shown)).toBe(true)
        expect(whole).not.toMatch(/<\/?at/i)
        expect(whole.replaceAll('\u200b', '')).toBe(pieces.join(''))
      }),
      { seed: 20_261_121, numRuns: 2000 },
    )
  })
})

it('a part that is to be plain is nothing but words', () => {
  const part: Part = {
    text: '**Yes** or no?',
    plain: true,
    quickReplies: { id: 't1', options: ['Yes', 'No'] },
    imageUrl: 'https://example.com/a.png',
    sources: [{ n: 1, title: 'Manual' }],
    aiGenerated: true,
    feedback: { id: 't1', good: 'Good', bad: 'Bad' },
  }
  for (const personal of [true, false]) {
    expect(renderPart(part, { personal })).toEqual({ type: 'message', text: '**Yes** or no?', textFormat: 'markdown' })
  }
  expect(suggestedOf(part)).toBeUndefined()
})
