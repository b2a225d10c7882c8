import { describe, expect, it } from 'vitest'
import { fromHero } from '../../../../console/page/playground/teams/card/hero.ts'
import { initialValues, inputsOf, mistakesIn } from '../../../../console/page/playground/teams/card/inputs.ts'

const name = { type: 'Input.Text', id: 'name', isRequired: true, regex: '^[A-Z]' }
const count = { type: 'Input.Number', id: 'count', value: 3, min: 1, max: 5 }
const agree = { type: 'Input.Toggle', id: 'agree', title: 'Agree', isRequired: true, valueOn: 'yes', valueOff: 'no' }
const comment = { type: 'Input.Text', id: 'comment', value: 'None' }
const card = {
  type: 'AdaptiveCard',
  body: [
    name,
    { type: 'ColumnSet', columns: [{ items: [count] }, { items: [{ type: 'Container', items: [agree] }] }] },
    { type: 'ActionSet', actions: [{ type: 'Action.Submit', title: 'Send' }] },
  ],
  actions: [{ type: 'Action.ShowCard', title: 'Comment', card: { type: 'AdaptiveCard', body: [comment] } }],
}

describe('the inputs of a card', () => {
  it('are found wherever they stand, but those of a card that an action shows are its own', () => {
    expect(inputsOf(card)).toEqual([name, count, agree])
    expect(inputsOf(card.actions[0]!.card)).toEqual([comment])
  })

  it('begin with what the app has filled in', () => {
    expect(initialValues(card)).toEqual({ name: '', count: '3', agree: 'no', comment: 'None' })
  })

  it('keep a card from being sent that is not filled in as it asks', () => {
    const inputs = inputsOf(card)
    expect(mistakesIn(inputs, initialValues(card))).toEqual(['name', 'agree'])
    expect(mistakesIn(inputs, { name: 'ann', count: '9', agree: 'yes' })).toEqual(['name', 'count'])
    expect(mistakesIn(inputs, { name: 'Ann', count: '', agree: 'yes' })).toEqual([])
  })

  it('pass a pattern that nobody can read', () => {
    expect(mistakesIn([{ ...name, regex: '(' }], { name: 'x' })).toEqual([])
  })
})

it('a hero card looks like an Adaptive Card and keeps its buttons', () => {
  const buttons = [{ type: 'imBack', title: 'Yes', value: 'yes' }]
  expect(fromHero({ title: 'Sure?', buttons })).toMatchObject({ body: [{ text: 'Sure?' }], actions: buttons })
})
