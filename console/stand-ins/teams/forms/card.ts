import { isRecord, type Json } from '../../shared/json.ts'
import type { Limits } from '../limits.ts'
import { refuse } from '../refusal.ts'

export const ADAPTIVE = 'application/vnd.microsoft.card.adaptive'
export const CARDS = new Set([
  ADAPTIVE,
  'application/vnd.microsoft.card.hero',
  'application/vnd.microsoft.card.thumbnail',
])

/** The newest version that Teams shows to everybody. */
const NEWEST = [1, 5] as const
/** More are not shown beside each other. */
const ACTIONS = 6
/** Documented: of those whose client asks by itself what a card shows to them. */
export const REFRESHED = 60

/** What an element must have, and where its children are. */
interface Form {
  strings?: string[]
  lists?: string[]
  children?: string[]
}

const ELEMENTS: Record<string, Form> = {
  TextBlock: { strings: ['text'] },
  RichTextBlock: { lists: ['inlines'] },
  Image: { strings: ['url'] },
  ImageSet: { lists: ['images'], children: ['images'] },
  Media: { lists: ['sources'] },
  Container: { lists: ['items'], children: ['items'] },
  ColumnSet: { lists: ['columns'], children: ['columns'] },
  Column: { children: ['items'] },
  FactSet: { lists: ['facts'] },
  ActionSet: { lists: ['actions'] },
  Table: { lists: ['columns', 'rows'], children: ['rows'] },
  TableRow: { lists: ['cells'], children: ['cells'] },
  TableCell: { lists: ['items'], children: ['items'] },
  CodeBlock: { strings: ['codeSnippet'] },
  'Input.Text': { strings: ['id'] },
  'Input.Number': { strings: ['id'] },
  'Input.Date': { strings: ['id'] },
  'Input.Time': { strings: ['id'] },
  'Input.Toggle': { strings: ['id', 'title'] },
  'Input.ChoiceSet': { strings: ['id'], lists: ['choices'] },
}

const ACTION_FORMS: Record<string, Form> = {
  'Action.Submit': {},
  'Action.Execute': {},
  'Action.OpenUrl': { strings: ['url'] },
  'Action.ToggleVisibility': { lists: ['targetElements'] },
  'Action.ShowCard': {},
}

/** Elements of these kinds stand only inside others, which say of what kind they are. */
const KIND_OF_CHILDREN: Record<string, string> = {
  ImageSet: 'Image',
  ColumnSet: 'Column',
  Table: 'TableRow',
  TableRow: 'TableCell',
}

const bad = (why: string): never => refuse(400, 'BadSyntax', `Invalid Adaptive Card: ${why}`)

/** Refuses a card that Teams would not show as it is meant. */
export function checkCard(card: unknown, limits: Limits): asserts card is Json {
  if (!isRecord(card)) return bad('the content must be an object')
  if (Buffer.byteLength(JSON.stringify(card)) > limits.cardBytes) {
    refuse(413, 'MessageSizeTooBig', 'The card is too big.')
  }
  checkVersion(card['version'])
  const ids = new Set<string>()
  checkBody(card, ids)
}

function checkVersion(version: unknown): void {
  const [, major, minor] = /^(\d+)\.(\d+)$/.exec(typeof version === 'string' ? version : '') ?? []
  if (major === undefined) return bad('version is missing')
  const isKnown = Number(major) === NEWEST[0] && Number(minor) <= NEWEST[1]
  if (!isKnown) bad(`version ${String(version)} is not supported, the newest is ${NEWEST.join('.')}`)
}

function checkBody(card: Json, ids: Set<string>): void {
  if (card['type'] !== 'AdaptiveCard') bad('type must be AdaptiveCard')
  const { body = [], actions = [] } = card
  if (!Array.isArray(body) || !Array.isArray(actions)) return bad('body and actions must be arrays')
  if (body.length === 0 && actions.length === 0) bad('it is empty')
  for (const element of body) checkElement(element, ids)
  checkActions(actions, ids)
  if (card['selectAction'] !== undefined) checkAction(card['selectAction'], ids)
  if (card['refresh'] !== undefined) checkRefresh(card['refresh'])
}

function checkRefresh(refresh: unknown): void {
  const { action, userIds } = isRecord(refresh) ? refresh : {}
  if (!isRecord(action) || action['type'] !== 'Action.Execute') return bad('refresh needs an Action.Execute')
  checkAction(action, new Set())
  if (userIds === undefined) return
  const areIds = Array.isArray(userIds) && userIds.every((id) => typeof id === 'string' && /^29:|^8:orgid:/.test(id))
  if (!areIds) return bad('userIds must be the ids of people, as Teams calls them')
  if (userIds.length > REFRESHED) bad(`userIds are at most ${REFRESHED}`)
}

function checkElement(element: unknown, ids: Set<string>, kind?: string): void {
  if (!isRecord(element)) return bad('an element must be an object')
  const type = kind ?? element['type']
  const form = typeof type === 'string' && Object.hasOwn(ELEMENTS, type) ? ELEMENTS[type] : undefined
  if (!form || (element['type'] !== undefined && element['type'] !== type)) {
    return bad(`there is no element ${String(element['type'])} here`)
  }
  checkForm(element, String(type), form)
  claimId(element, ids)
  if (type === 'Input.Text' && element['regex'] !== undefined) checkPattern(element['regex'])
  if (type === 'Input.ChoiceSet') checkChoices(element['choices'] as unknown[])
  if (type === 'FactSet') checkPairs(element['facts'] as unknown[], 'fact')
  if (type === 'ActionSet') checkActions(element['actions'] as unknown[], ids)
  const inner = KIND_OF_CHILDREN[String(type)]
  for (const name of form.children ?? []) {
    const children = element[name] ?? []
    if (!Array.isArray(children)) return bad(`${name} of ${String(type)} must be an array`)
    for (const child of children) checkElement(child, ids, inner)
  }
  for (const name of ['selectAction', 'inlineAction']) {
    if (element[name] !== undefined) checkAction(element[name], ids)
  }
}

function checkActions(actions: unknown[], ids: Set<string>): void {
  if (actions.length > ACTIONS) bad(`at most ${ACTIONS} actions are shown beside each other`)
  for (const action of actions) {
    checkAction(action, ids)
    if (typeof (action as Json)['title'] !== 'string' && (action as Json)['iconUrl'] === undefined) {
      bad('an action needs a title')
    }
  }
}

function checkAction(action: unknown, ids: Set<string>): void {
  if (!isRecord(action)) return bad('an action must be an object')
  const type = String(action['type'])
  const form = Object.hasOwn(ACTION_FORMS, type) ? ACTION_FORMS[type] : undefined
  if (!form) return bad(`there is no action ${type}`)
  checkForm(action, type, form)
  claimId(action, ids)
  if (type === 'Action.ShowCard') {
    if (!isRecord(action['card'])) return bad('Action.ShowCard needs a card')
    checkBody(action['card'], ids)
  }
  if (type === 'Action.Execute' && action['verb'] !== undefined && typeof action['verb'] !== 'string') {
    bad('verb must be a string')
  }
  // What older clients show in its place; of both only one is there.
  if (action['fallback'] !== undefined && action['fallback'] !== 'drop') checkAction(action['fallback'], new Set())
}

function checkForm(element: Json, type: string, { strings = [], lists = [] }: Form): void {
  for (const name of strings) if (typeof element[name] !== 'string') bad(`${type} needs ${name}, a string`)
  for (const name of lists) if (!Array.isArray(element[name])) bad(`${type} needs ${name}, an array`)
}

function claimId({ id }: Json, ids: Set<string>): void {
  if (id === undefined) return
  if (typeof id !== 'string') return bad('an id must be a string')
  if (ids.has(id)) bad(`the id ${id} is there twice`)
  ids.add(id)
}

function checkPattern(regex: unknown): void {
  try {
    new RegExp(regex as string)
  } catch {
    bad('regex is no regular expression')
  }
}

function checkChoices(choices: unknown[]): void {
  if (choices.length === 0) bad('Input.ChoiceSet needs choices')
  checkPairs(choices, 'choice')
}

function checkPairs(pairs: unknown[], what: string): void {
  for (const pair of pairs) {
    if (!isRecord(pair) || typeof pair['title'] !== 'string' || typeof pair['value'] !== 'string') {
      bad(`a ${what} needs a title and a value, both strings`)
    }
  }
}
