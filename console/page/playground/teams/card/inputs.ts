import { isJson, type Json, list, token, words } from './json.ts'

/** What is filled in, by the id of the input. */
export type Values = Record<string, string>

/** Every input that stands somewhere in `part`, without those on the cards that its actions show. */
export function inputsOf(part: unknown): Json[] {
  if (Array.isArray(part)) return part.flatMap(inputsOf)
  if (!isJson(part)) return []
  if (/^input\./i.test(words(part['type']))) return typeof part['id'] === 'string' ? [part] : []
  return ['body', 'items', 'columns', 'rows', 'cells'].flatMap((key) => inputsOf(part[key]))
}

export function initialValue(input: Json): string {
  const value = words(input['value'])
  if (token(input['type']) !== 'input.toggle') return value
  const { on, off } = toggleValues(input)
  return value === on ? on : off
}

export function toggleValues(input: Json): { on: string; off: string } {
  return { on: words(input['valueOn']) || 'true', off: words(input['valueOff']) || 'false' }
}

/** All inputs of a card and the cards it can show, as they are before anybody touched them. */
export function initialValues(card: Json): Values {
  const shown = [...list(card['actions']), ...actionSets(card)].map((action) => action['card']).filter(isJson)
  const own = inputsOf(card).map((input): [string, string] => [words(input['id']), initialValue(input)])
  return { ...Object.fromEntries(own), ...Object.assign({}, ...shown.map(initialValues)) }
}

function actionSets(part: unknown): Json[] {
  if (Array.isArray(part)) return part.flatMap(actionSets)
  if (!isJson(part)) return []
  if (token(part['type']) === 'actionset') return list(part['actions'])
  return ['body', 'items', 'columns', 'rows', 'cells'].flatMap((key) => actionSets(part[key]))
}

/** Which inputs keep a card from being sent: those that must be filled in, or whose text has not the form asked for. */
export function mistakesIn(inputs: Json[], values: Values): string[] {
  return inputs.filter((input) => !isGood(input, values[words(input['id'])] ?? '')).map((input) => words(input['id']))
}

function isGood(input: Json, value: string): boolean {
  const isToggle = token(input['type']) === 'input.toggle'
  if (value === '' || (isToggle && value !== toggleValues(input).on)) return input['isRequired'] !== true
  if (token(input['type']) === 'input.number') {
    const number = Number(value)
    return Number.isFinite(number) && !(number < Number(input['min'])) && !(number > Number(input['max']))
  }
  return typeof input['regex'] !== 'string' || fits(value, input['regex'])
}

function fits(value: string, pattern: string): boolean {
  try {
    return new RegExp(pattern).test(value)
  } catch {
    return true
  }
}
