import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { passagesOf } from '../../src/lib/passages.ts'

const passages = (text: string) => [...passagesOf(text)]
const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

describe('passages', () => {
  it('are titled by the headings above them', () => {
    expect(passages('Welcome.\n\n# Visit\n\nRing the bell.\n\n## Hours ##\n9 to 18\n\n# Jobs\nWe hire.')).toEqual([
      { title: '', text: 'Welcome.' },
      { title: 'Visit', text: 'Ring the bell.' },
      { title: 'Visit › Hours', text: '9 to 18' },
      { title: 'Jobs', text: 'We hire.' },
    ])
  })

  it('are made of headings that nothing stands under', () => {
    expect(passages('# Shop\n## Closed on Sundays\n## Free parking\n')).toEqual([
      { title: 'Shop', text: 'Closed on Sundays' },
      { title: 'Shop', text: 'Free parking' },
    ])
  })

  it('put short paragraphs together and cut long ones behind sentences', () => {
    expect(passages('One.\n\nTwo.\n\nThree.')).toEqual([{ title: '', text: 'One.\n\nTwo.\n\nThree.' }])
    const long = passages('The price is 1.50 at example.com today. '.repeat(60).trim())
    expect(long.length).toBeGreaterThan(2)
    for (const { text } of long) {
      expect(text.length).toBeLessThanOrEqual(950)
      expect(text).toMatch(/^The price .* today\.$/s)
    }
    for (const { text } of passages('会議室は３階にあります。'.repeat(150)))
      expect(text).toMatch(/^会議室.*あります。$/s)
  })

  it('keep rows of a table whole, below its head', () => {
    const table = `| Day | Hours |\n|---|---|\n${'| Monday | 9 to 18, not on holidays |\n'.repeat(60)}`
    const cut = passages(table)
    expect(cut.length).toBeGreaterThan(1)
    for (const { text } of cut)
      expect(text).toMatch(/^\| Day \| Hours \|\n\|---\|---\|(\n\| Monday \| 9 to 18, not on holidays \|)+$/)
  })

  it('keep lines of code whole, inside a fence', () => {
    const code = `\`\`\`ts\n${'# not a heading\n\nconst answer = 42\n'.repeat(60)}\`\`\``
    const cut = passages(code)
    expect(cut.length).toBeGreaterThan(1)
    for (const { text } of cut) {
      expect(text).toMatch(/^```ts\n[\s\S]*\n```$/)
      for (const line of text.split('\n').slice(1, -1))
        expect(['# not a heading', '', 'const answer = 42']).toContain(line)
    }
  })

  const word = fc.oneof(
    fc.constantFrom('# ', '## ', '```', '~~~', '|', '|-', '-', '。', '. ', '\n', '\n\n', '\t', '😀'),
    fc.string({ maxLength: 30 }),
  )
  const written = fc.array(word, { maxLength: 400 }).map((words) => words.join(' '))

  it('together hold every word of any text, and none is long or empty', () => {
    fc.assert(
      fc.property(written, (text) => {
        const cut = passages(text)
        const held = new Set(cut.flatMap(({ title, text }) => words(`${title} ${text}`)))
        expect(words(text).filter((word) => !held.has(word))).toEqual([])
        for (const { text } of cut) {
          expect(text.length).toBeLessThanOrEqual(950)
          expect(text.trim()).not.toBe('')
        }
      }),
      { endOnFailure: true },
    )
  })

  it('hold a text without marks letter by letter, also one without spaces', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', '会', '😀', '。', '.', '"', ' ', '\n'), maxLength: 3000 })
    fc.assert(
      fc.property(letters, (text) => {
        const cut = passages(text).map((passage) => passage.text)
        expect(cut.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
        expect(cut.every((passage) => passage.isWellFormed())).toBe(true)
      }),
      { endOnFailure: true },
    )
  })

  it('are cut in time that grows with the text only', () => {
    for (const text of [
      'x'.repeat(500_000),
      'a. '.repeat(200_000),
      `# a${' '.repeat(300_000)}b`,
      '|'.repeat(300_000),
    ]) {
      expect(passages(text).length).toBeGreaterThan(0)
    }
  })
})

it('come one by one: of a long text, no more is looked at than the first of them needs', () => {
  const trim = vi.spyOn(String.prototype, 'trim')
  const { value } = passagesOf('One short paragraph.\n\n'.repeat(200_000)).next()
  expect(trim.mock.calls.length).toBeLessThan(1000)
  trim.mockRestore()
  expect((value as { text: string }).text).toContain('One short paragraph.')
})
