import { inlineRuns } from '../../src/lib/markdown-inline.ts'
import type { Table } from '../../src/lib/markdown-tables.ts'

/** Documented. */
const ROWS = 100
const COLUMNS = 20
/** Of all cells of a message, and of one; seen. */
const CHARACTERS = 10_000
const CELL = 2000

/** As Slack's table block; undefined where it is too large for one. */
export function tableBlock({ rows, aligns }: Table): ({ type: 'table' } & Record<string, unknown>) | undefined {
  const lengths = rows.flat().map((cell) => Math.max(1, cell.length))
  const characters = lengths.reduce((sum, length) => sum + length, 0)
  if (rows.length > ROWS || aligns.length > COLUMNS || characters > CHARACTERS) return undefined
  if (lengths.some((length) => length > CELL)) return undefined
  return {
    type: 'table',
    rows: rows.map((row) => row.map(cellOf)),
    column_settings: aligns.map((align) => ({ align, is_wrapped: true })),
  }
}

/** Slack takes no empty cell. */
function cellOf(markdown: string): Record<string, unknown> {
  const elements = inlineRuns(markdown)
  const [only] = elements
  if (!only) return { type: 'raw_text', text: ' ' }
  if (elements.length === 1 && only.type === 'text' && !only.style) return { type: 'raw_text', text: only.text }
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }
}
