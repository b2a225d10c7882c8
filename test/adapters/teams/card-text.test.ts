import { expect, it } from 'vitest'
import { cardText } from '../../../adapters/teams/card-text.ts'

const words = (text: string) => ({ type: 'TextBlock', text, wrap: true })
const box = (...items: object[]) => ({ type: 'Container', style: 'emphasis', items })

it('shows what is quoted in a box, since text of a card knows no quotations', () => {
  expect(cardText('They would read:\n> **You:** hello\n> **Me:** good day\n\nShall I?')).toEqual([
    words('They would read:'),
    box(words('**You:** hello\n**Me:** good day')),
    words('Shall I?'),
  ])
  expect(cardText('> one\n\n> two')).toEqual([box(words('one')), box(words('two'))])
})

it('shows a quotation within a quotation in the same box, however deep it is', () => {
  expect(cardText(`${'> '.repeat(20_000)}deep`)).toEqual([box(words('deep'))])
})

it('shows code in a quotation as code, and what begins so in code as it is', () => {
  expect(cardText('> ```\n> > x\n> ```')).toMatchObject([{ items: [{ type: 'CodeBlock' }] }])
  expect(cardText('```\n> x\n```')).toMatchObject([{ type: 'CodeBlock', codeSnippet: '> x' }])
})
