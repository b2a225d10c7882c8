import { escaped } from '../lib/escaped.ts'
import type { Language } from '../lib/language.ts'
import { logs } from './words/index.ts'

type Lines = typeof logs.en.lines
type Line = keyof Lines
type Holes<Text> = Text extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never
type Given<Name extends Line> = Readonly<Record<Holes<Lines[Name]>, string | number>>

/** A line of the log of changes as it is kept. */
export function logLine<Name extends Line>(
  name: Name,
  ...[given]: Holes<Lines[Name]> extends never ? [] : [Given<Name>]
): string {
  return filled(logs.en.lines[name], given ?? {})
}

/** What was done, in words; of an action of another version its name. */
export const deedIn = (language: Language, action: string): string =>
  (logs[language].deeds as Readonly<Record<string, string>>)[action] ?? action

/** What a row says besides, in the reader's language as far as it is ours; what people wrote, and what is not known, as it is kept. */
export function summaryIn(language: Language, { action, summary }: { action: string; summary: string }): string {
  if (language === 'en') return summary
  const own = forms.filter(({ of }) => of === action)
  const candidates = own.length > 0 ? own : forms.filter(({ of }) => of === 'document')
  return summary
    .split('\n')
    .map((line) => {
      for (const { name, form } of candidates) {
        const found = form.exec(line)
        if (found) return filled(logs[language].lines[name], eachIn(language, found.groups ?? {}))
      }
      return line
    })
    .join('\n')
}

const filled = (text: string, given: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, hole: string) => `${given[hole] ?? ''}`)

/** What a text with holes reads like. */
function formOf(text: string): RegExp {
  const parts = text.split(/\{(\w+)\}/)
  const written = parts.map((part, i) => (i % 2 === 1 ? `(?<${part}>.+?)` : escaped(part)))
  return new RegExp(`^${written.join('')}$`)
}

/** The more of a line is ours, the less can be meant by something else: that is looked for first. */
const forms = (Object.keys(logs.en.lines) as Line[])
  .map((name) => ({ name, of: name.split('/')[0]!, form: formOf(logs.en.lines[name]) }))
  .toSorted((a, b) => literal(b.name) - literal(a.name))

function literal(name: Line): number {
  return logs.en.lines[name].replace(/\{\w+\}/g, '').length
}

type Term = keyof typeof logs.en.terms
const termForms = (Object.keys(logs.en.terms) as Term[]).map((name) => ({
  name,
  of: name.includes('/') ? name.split('/')[0] : undefined,
  form: formOf(logs.en.terms[name]),
}))
/** Both hold what somebody is, which may be several things. */
const areRoles: readonly string[] = ['was', 'is']

function eachIn(language: Language, holes: Readonly<Record<string, string>>): Record<string, string> {
  const told = (value: string, hole: string): string => {
    for (const { name, of, form } of termForms) {
      if (of !== undefined && of !== hole) continue
      const found = form.exec(value)
      if (found) return filled(logs[language].terms[name], found.groups ?? {})
    }
    return value
  }
  const inHole = (hole: string, value: string): string => {
    if (!areRoles.includes(hole)) return told(value, hole)
    const roles = value.split(', ').map((one) => told(one, 'role'))
    return roles.join(language === 'ja' ? '、' : ', ')
  }
  return Object.fromEntries(Object.entries(holes).map(([hole, value]) => [hole, inHole(hole, value)]))
}
