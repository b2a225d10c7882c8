import { randomBytes } from 'node:crypto'
import { messageBlock, modal } from './block-kit.ts'
import type { Block } from './post.ts'
import { refuse } from './refusal.ts'
import { type Check, list } from './schema.ts'

/** Markdown blocks of one payload together. */
const MARKDOWN_LIMIT = 12_000
/** All text of one payload together. Undocumented: `msg_blocks_too_long` was seen from about 13,170 on. */
const TEXT_LIMIT = 13_000
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
  check(modal, value, '/view', 'invalid_arguments')
  const view = value as Record<string, unknown> & { blocks: unknown[] }
  return { ...view, blocks: identify(view.blocks) }
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
