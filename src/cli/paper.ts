import { styleText } from 'node:util'
import type { Environment } from '../config/index.ts'

/** What help is written on. */
export interface Paper {
  /** Characters a line; none where nobody reads it at a terminal. */
  width: number | undefined
  heading(text: string): string
  command(text: string): string
}

export interface Sheet {
  isTTY?: boolean
  columns?: number
}

/** In colours where it is a terminal that knows some, unless NO_COLOR is set. */
export function paperOf({ isTTY = false, columns }: Sheet, env: Environment): Paper {
  const isColoured = isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  const painted = (style: 'bold' | 'cyan') => (text: string) =>
    isColoured ? styleText(style, text, { validateStream: false }) : text
  return { width: isTTY ? columns : undefined, heading: painted('bold'), command: painted('cyan') }
}

/** Narrower columns are no columns any more. */
const narrowest = 20

/** Two columns: what is typed, and what it is. Its lines go on in the second one. */
export function columns(entries: readonly (readonly [term: string, about: string])[], paper: Paper): string[] {
  const wide = Math.max(0, ...entries.map(([term]) => term.length)) + 2
  const room = paper.width === undefined ? Number.POSITIVE_INFINITY : Math.max(narrowest, paper.width - wide - 2)
  return entries.map(([term, about]) => {
    const pad = ' '.repeat(wide - term.length)
    return `  ${paper.command(term)}${pad}${wrapped(about, room).join(`\n${' '.repeat(wide + 2)}`)}`.trimEnd()
  })
}

function wrapped(text: string, room: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line !== '' && line.length + 1 + word.length > room) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}
