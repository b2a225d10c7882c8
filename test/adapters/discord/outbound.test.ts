import { describe, expect, it } from 'vitest'
import { markPressed, renderForm, renderNote, renderPart } from '../../../adapters/discord/outbound.ts'
import type { Component, Row } from '../../../adapters/discord/payloads.ts'

const quickReplies = (options: string[], chosen?: number) => ({
  id: 'turn-1',
  options,
  ...(chosen !== undefined && { chosen }),
})
const inner = (rows: Row[]): Component[] => rows.flatMap(({ components }) => components ?? [])
const many = (count: number) => Array.from({ length: count }, (_, n) => `Option ${n}`)

describe('a part', () => {
  it('takes away what was shown before, calls nobody and shows no previews', () => {
    expect(renderPart({ text: 'hello' })).toEqual({
      content: 'hello',
      embeds: [],
      components: [],
      allowed_mentions: { parse: [], replied_user: false },
      flags: 4,
    })
  })

  it('shows a table as code, its columns one beneath the other, also in Japanese and while it grows', () => {
    const table = '| Day | 営業時間 |\n|---|--:|\n| Mon | 9–17 |\n| 日 | 休み |'
    expect(renderPart({ text: `We are open:\n\n${table}\n\nSee you.` }).content).toBe(
      [
        ...['We are open:', '', '```', '| Day | 営業時間 |', '| --- | -------: |'],
        ...['| Mon |     9–17 |', '| 日  |     休み |', '```', '', 'See you.'],
      ].join('\n'),
    )
    expect(renderPart({ text: '| Day | Open |\n|---|---|\n| M' }).content).toBe(
      '```\n| Day | Open |\n| --- | ---- |\n| M   |      |\n```',
    )
    // No table, or no room for one.
    const code = '```\n| a | b |\n|---|---|\n```'
    expect(renderPart({ text: code }).content).toBe(code)
    const long = `| a | ${'b'.repeat(900)} |\n|---|---|\n| a | b |\n| a | b |`
    expect(renderPart({ text: long }).content).toBe(long)
  })

  it('calls whom its text may call', () => {
    expect(renderPart({ text: '<@1>', mayMention: '1' }).allowed_mentions).toEqual({
      parse: [],
      replied_user: false,
      users: ['1'],
    })
  })

  it('shows its picture and its link; what is no address is said in words', () => {
    const part = { text: 'x', imageUrl: 'https://example.com/a.png', url: 'https://example.com/page' }
    expect(renderPart(part)).toMatchObject({
      flags: 0,
      embeds: [{ title: 'example.com', url: 'https://example.com/page', image: { url: 'https://example.com/a.png' } }],
    })
    expect(renderPart({ text: 'x', imageUrl: 'javascript:alert(1)' }).embeds).toEqual([
      { description: 'javascript:alert(1)' },
    ])
  })

  it.each([
    [1, 1, 1],
    [6, 2, 6],
    [25, 5, 25],
    [26, 2, 2],
    [125, 5, 5],
    [200, 5, 5],
  ])('%i quick replies come in %i rows of %i in all', (count, rows, components) => {
    const rendered = renderPart({ text: 'x', quickReplies: quickReplies(many(count)) }).components
    expect(rendered).toHaveLength(rows)
    expect(inner(rendered)).toHaveLength(components)
    const ids = inner(rendered).map(({ custom_id }) => custom_id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => id!.length <= 100)).toBe(true)
  })

  it('leaves a row to what people think of it', () => {
    const feedback = { id: 'turn-1', good: 'Good', bad: 'Bad' }
    const rendered = renderPart({ text: 'x', feedback, quickReplies: quickReplies(many(25)) }).components
    expect(rendered).toHaveLength(2)
    expect(inner(rendered).at(-1)).toMatchObject({ custom_id: 'f:turn-1:0', emoji: { name: '👎' } })
  })

  it('cuts labels where Discord would refuse them, never in half a character', () => {
    const [button] = inner(renderPart({ text: 'x', quickReplies: quickReplies(['😀'.repeat(60)]) }).components)
    expect(button!.label).toHaveLength(79)
    expect(button!.label!.isWellFormed()).toBe(true)
    expect(inner(renderPart({ text: 'x', quickReplies: quickReplies([' ']) }).components)[0]!.label).toBe('–')
  })

  it('whose quick reply was chosen looks as if it had just been pressed', () => {
    const options = ['Yes', 'No']
    const open = renderPart({ text: 'x', quickReplies: quickReplies(options) }).components
    const chosen = renderPart({ text: 'x', quickReplies: quickReplies(options, 1) }).components
    expect(markPressed(open, 'q:turn-1:1', undefined)).toEqual(chosen)
    expect(inner(chosen)).toMatchObject([
      { disabled: true, style: 2 },
      { disabled: true, style: 1 },
    ])
  })

  it('whose option was chosen in a select does so, too, and may still be voted on', () => {
    const feedback = { id: 'turn-1', good: 'Good', bad: 'Bad' }
    const open = renderPart({ text: 'x', feedback, quickReplies: quickReplies(many(30)) }).components
    const marked = inner(markPressed(open, 'q1:turn-1', '27'))
    expect(marked.slice(0, 2).every(({ disabled }) => disabled)).toBe(true)
    expect(marked[1]!.options!.filter((option) => option.default).map(({ value }) => value)).toEqual(['27'])
    expect(marked.slice(2).some(({ disabled }) => disabled)).toBe(false)
  })
})

it('a note is for one person, and never too long', () => {
  const note = renderNote({ text: 'x'.repeat(3000) })
  expect(note.content).toHaveLength(2000)
  expect(note.flags).toBe(64)
})

it('a form speaks the language of its person', () => {
  expect(renderForm({ text: '> hello' }, 'ja')).toMatchObject({ title: 'このメッセージについて質問' })
  expect(renderForm({ text: '> hello' }, 'en-US')).toMatchObject({
    components: [{ content: '> hello' }, { label: 'Your question', component: { custom_id: 'question' } }],
  })
})
