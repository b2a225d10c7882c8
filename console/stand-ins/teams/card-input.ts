import { isDeepStrictEqual } from 'node:util'
import { isRecord, type Json } from '../shared/json.ts'
import { Mistake } from '../shared/mistake.ts'

const unseen = new Set(['data', 'fallback', 'refresh'])

/** Everything in a card that has a type, in the order of the JSON; a card shown by an action is part of it. */
function* elementsOf(value: unknown): Generator<Json> {
  if (Array.isArray(value)) {
    for (const each of value) yield* elementsOf(each)
  } else if (isRecord(value)) {
    if (typeof value['type'] === 'string') yield value
    // What an action carries is no part of what is shown, nor what older clients show, nor what is asked by itself.
    for (const [name, each] of Object.entries(value)) if (!unseen.has(name)) yield* elementsOf(each)
  }
}

const isAction = ({ type }: Json): boolean => typeof type === 'string' && type.startsWith('Action.')
const isInput = ({ type }: Json): boolean => typeof type === 'string' && type.startsWith('Input.')

/** The action of a card that is given as it stands there, or by a title (or id) that no other has. */
export function actionOf(card: Json, wanted: Json | string): Json | undefined {
  const buttons = Array.isArray(card['buttons']) ? (card['buttons'] as Json[]) : []
  const actions = [...[...elementsOf(card)].filter(isAction), ...buttons]
  if (typeof wanted !== 'string') return actions.find((action) => isDeepStrictEqual(action, wanted))
  const named = actions.filter(({ title, id }) => title === wanted || (title === undefined && id === wanted))
  if (named.length > 1) throw new Mistake(`More than one button is called ${wanted}`)
  return named[0]
}

/** What is filled in, with what the app had filled in where nobody touched it. Checks it as Teams does. */
export function fillIn(card: Json, given: Record<string, string> = {}): Record<string, string> {
  const inputs = [...elementsOf(card)].filter(isInput)
  const unknown = Object.keys(given).find((id) => !inputs.some((input) => input['id'] === id))
  if (unknown !== undefined) throw new Mistake(`The card has no input ${unknown}`)
  return Object.fromEntries(
    inputs.map((input) => {
      const id = input['id'] as string
      const value = given[id] ?? initial(input)
      check(input, value)
      return [id, value]
    }),
  )
}

function initial(input: Json): string {
  if (input['value'] !== undefined) return String(input['value'])
  return input['type'] === 'Input.Toggle' ? String(input['valueOff'] ?? 'false') : ''
}

function check(input: Json, value: unknown): void {
  const { id, type, isRequired, errorMessage, regex, maxLength } = input
  const wrong = (): never => {
    throw new Mistake(typeof errorMessage === 'string' ? errorMessage : `${String(id)} is not filled in as it must be`)
  }
  if (typeof value !== 'string') throw new Mistake(`${String(id)} must be a string`)
  if (value === '') return isRequired === true ? wrong() : undefined
  if (typeof maxLength === 'number' && value.length > maxLength) wrong()
  if (typeof regex === 'string' && !new RegExp(regex).test(value)) wrong()
  if (type === 'Input.Number') checkNumber(input, Number(value), wrong)
  if (type === 'Input.ChoiceSet') checkChoices(input, value, wrong)
  if (type === 'Input.Toggle') {
    const { valueOn = 'true', valueOff = 'false' } = input
    if (value !== valueOn && value !== valueOff) wrong()
    if (isRequired === true && value === valueOff) wrong()
  }
}

function checkNumber({ min, max }: Json, value: number, wrong: () => never): void {
  const isIn = (typeof min !== 'number' || value >= min) && (typeof max !== 'number' || value <= max)
  if (Number.isNaN(value) || !isIn) wrong()
}

function checkChoices({ choices, isMultiSelect, style }: Json, value: string, wrong: () => never): void {
  // Filtered choices may take what is typed from somewhere else.
  if (style === 'filtered') return
  const values = (choices as Json[]).map((choice) => choice['value'])
  const chosen = isMultiSelect === true ? value.split(',') : [value]
  if (chosen.some((each) => !values.includes(each))) wrong()
}

/** What an action carries, with what was filled in. */
export function dataOf(action: Json, inputs: Record<string, string>): unknown {
  const { data } = action
  const filled = action['associatedInputs'] === 'none' ? {} : inputs
  if (data === undefined || isRecord(data)) return { ...filled, ...data }
  return Object.keys(filled).length === 0 ? data : { ...filled }
}
