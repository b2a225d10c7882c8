import fc from 'fast-check'
import { expect, it } from 'vitest'
import { unwrapped } from '../../../src/engine/knowledge/unwrap.ts'

it('makes one line of a paragraph that was broken at a width', () => {
  const text = [
    'Everybody has twenty-five days of leave a year. Whoever has been with',
    'us for ten years has thirty. Days that are left over may be taken until',
    'the end of March.',
  ].join('\n')
  expect(unwrapped(text)).toBe(text.replaceAll('\n', ' '))
})

it('joins Japanese without a space', () => {
  const line = '休暇は年に二十五日です。十年以上勤めた人は三十日になります。残った日数は翌年の三月末まで使えますので、'
  const rest = '早めに申請してください。'
  expect(unwrapped(`${line}\n${rest}`)).toBe(`${line}${rest}`)
})

it.each([
  ['opening hours', 'Monday to Friday, 9 to 17\nSaturday, 10 to 13\nSunday closed'],
  ['an address', 'Parley Ltd., Reception, Building 4, East Wing\n1 Example Street\nExample Town'],
  ['lines of their own', 'Ann is at the desk in the morning, from nine to twelve\nBen is there later\nnobody at night'],
  ['a list', '- one that is long enough to have been broken at a width\n- two\n1. three\n2. four'],
  ['a table', '| What | When, in a column that is wide enough |\n| --- | --- |\n| Leave | March |'],
  ['code', '```\nconst answer = await askTheAgentAboutEverything(question, \noptions)\n```'],
  [
    'a hard break',
    'A line of a poem that is long enough, and ends here  \nthe next one of it begins here, and is long too',
  ],
  ['headings and quotations', '# A heading that is as long as any line could ever be\n> quoted\ntext'],
])('leaves %s alone', (_, text) => {
  expect(unwrapped(text)).toBe(text)
})

it('changes nothing but the white space between lines', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}[.,]?$/), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(words, fc.integer({ min: 45, max: 90 }), (words, width) => {
      const lines = ['']
      for (const word of words) {
        const last = lines.at(-1)!
        if (last !== '' && last.length + 1 + word.length > width) lines.push(word)
        else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
      }
      const joined = unwrapped(lines.join('\n'))
      expect(joined.replaceAll('\n', ' ')).toBe(words.join(' '))
    }),
    { seed: 7, numRuns: 300 },
  )
})
