import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from './args.ts'
import { home, messageBlock, modal, optionsAnswer } from './block-kit.ts'
import type { Block } from './post.ts'
import { refuse } from './refusal.ts'
import { type Check, list } from './schema.ts'

/** Markdown blocks of one payload together. */
const MARKDOWN_LIMIT = 12_000
/** All text of one payload together. Undocumented: `msg_blocks_too_long` was seen from about 13,170 on. */
const TEXT_LIMIT = 13_000
/** A whole view. */
const VIEW_LIMIT = 250_000
/** All cells of a message's table together. Seen. */
const TABLE_LIMIT = 10_000

const message = list(messageBlock, 50, 0)

/** A message's blocks, checked and with the ids Slack gives to those that have none. */
export function readBlocks(value: unknown): Block[] {
  if (!Array.isArray(value)) refuse('invalid_blocks_format')
  check(message, value, '/blocks', 'invalid_blocks')
  const blocks = identify(value)
  let markdown = 0
  for (const block of blocks) if (block.type === 'markdown') markdown += (block['text'] as string).length
  const tables = blocks.filter(({ type }) => type === 'table')
  if (tables.length > 1) refuse('invalid_blocks', '[ERROR] only_one_table_allowed [json-pointer:/blocks]')
  if (textIn(tables) > TABLE_LIMIT) refuse('invalid_blocks', '[ERROR] table is too large [json-pointer:/blocks]')
  if (markdown > MARKDOWN_LIMIT || textIn(blocks) > TEXT_LIMIT) refuse('msg_blocks_too_long')
  return blocks
}

export function readModal(value: unknown): Record<string, unknown> & { blocks: Block[] } {
  if (JSON.stringify(value)?.length > VIEW_LIMIT) refuse('view_too_large')
  check(modal, value, '/view', 'invalid_arguments')
  const view = value as Record<string, unknown> & { blocks: unknown[] }
  const blocks = identify(view.blocks)
  const hasInputs = blocks.some(({ type }) => type === 'input')
  if (hasInputs && view['submit'] === undefined) {
    refuse('invalid_arguments', '[ERROR] missing required field: submit [json-pointer:/view]')
  }
  for (const { element } of elementsOf(blocks)) checkInitial(element)
  return { ...view, blocks }
}

export function readHome(value: unknown): Record<string, unknown> & { blocks: Block[] } {
  if (JSON.stringify(value)?.length > VIEW_LIMIT) refuse('view_too_large')
  check(home, value, '/view', 'invalid_arguments')
  const view = value as Record<string, unknown> & { blocks: unknown[] }
  const blocks = identify(view.blocks)
  for (const { element } of elementsOf(blocks)) checkInitial(element)
  return { ...view, blocks }
}

/** What an element holds at first must be what it could hold. */
function checkInitial(element: Record<string, unknown>): void {
  const { initial_option, initial_options, initial_value, max_length } = element
  const options = optionsOf(element)
  const initial = [initial_option, ...((initial_options ?? []) as unknown[])].filter((each) => each !== undefined)
  const isExternal = element['type'] === 'external_select'
  const isKnown = (each: unknown): boolean => options.some((option) => isDeepStrictEqual(option, each))
  if (!isExternal && !initial.every(isKnown)) {
    refuse('invalid_arguments', '[ERROR] initial option must exactly match one of the options [json-pointer:/view]')
  }
  if (typeof initial_value === 'string' && typeof max_length === 'number' && initial_value.length > max_length) {
    refuse('invalid_arguments', '[ERROR] initial_value is longer than max_length [json-pointer:/view]')
  }
}

/** Every interactive element of a message, with the block it is in. */
export function* elementsOf(blocks: Block[]): Generator<{ block: Block; element: Record<string, unknown> }> {
  for (const block of blocks) {
    const { elements, accessory, element } = block as { elements?: unknown[]; accessory?: unknown; element?: unknown }
    for (const each of [...(elements ?? []), accessory, element]) {
      if (each) yield { block, element: each as Record<string, unknown> }
    }
  }
}

/** What the app offers in a select. */
export function readOptions(value: unknown): Record<string, unknown>[] {
  check(optionsAnswer, value, '', 'invalid_options')
  return optionsOf(value as Record<string, unknown>)
}

/** The options of a select, in groups or not. */
export function optionsOf(element: Record<string, unknown>): Record<string, unknown>[] {
  const { options = [], option_groups = [] } = element as { options?: unknown[]; option_groups?: unknown[] }
  const grouped = option_groups.flatMap((group) => (isRecord(group) ? (group['options'] as unknown[]) : []))
  return [...options, ...grouped].filter(isRecord)
}

function check(rule: Check, value: unknown, at: string, error: string): void {
  const messages: string[] = []
  rule(value, at, (pointer, what) => messages.push(`[ERROR] ${what} [json-pointer:${pointer}]`))
  if (messages.length > 0) refuse(error, ...messages)
}

function identify(given: unknown[]): Block[] {
  const blocks = structuredClone(given) as Block[]
  for (const block of blocks) if (block.type === 'markdown') block.block_id = ''
  assignIds(blocks, 'block_id', '/blocks')
  for (const [index, block] of blocks.entries()) {
    const elements = [...elementsOf([block])].map(({ element }) => element)
    assignIds(elements.filter(isInteractive), 'action_id', `/blocks/${index}`)
  }
  return blocks
}

/** Missing ids are made up anew each time, as at Slack. */
function assignIds(things: Record<string, unknown>[], name: string, at: string): void {
  const taken = new Set<unknown>()
  for (const { [name]: id } of things) {
    if (id && taken.has(id)) refuse('invalid_blocks', `[ERROR] ${name} "${id}" already exists [json-pointer:${at}]`)
    taken.add(id)
  }
  for (const thing of things) thing[name] ||= randomBytes(6).toString('base64url')
}

function isInteractive(element: Record<string, unknown>): boolean {
  return /button|select|overflow|checkboxes|input/.test(String(element['type']))
}

function textIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + textIn(each), 0)
  if (typeof value !== 'object' || value === null) return 0
  let sum = 0
  for (const [name, field] of Object.entries(value))
    sum += name === 'text' && typeof field === 'string' ? field.length : textIn(field)
  return sum
}
