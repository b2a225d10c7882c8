import type { RE2JS } from 're2js'
import { compileLinear, maxSteps, reachOf } from '../../lib/linear-regex.ts'
import type { Groups } from './fill.ts'

interface Compiled {
  regex: RE2JS
  /** What is longer is looked at up to there, in UTF-16 units. */
  reach: number
}

const compiled = new Map<string, Compiled | null>()
const maxCompiled = 2000

/**
 * The named groups, empty where they took no part, if the expression is found in the text: as it is written, else in half width.
 * Takes time linear in the text's length, whatever the expression. One that is no RE2 syntax, or too large, is never found.
 */
export function findRegex(source: string, text: string): Groups | undefined {
  const found = compile(source)
  if (!found) return undefined
  const { regex, reach } = found
  const raw = text.slice(0, reach)
  const narrow = text.normalize('NFKC').slice(0, reach)
  return find(regex, raw) ?? (narrow === raw ? undefined : find(regex, narrow))
}

/** The text in which the expression is found. */
export function findText(source: string, text: string): { text: string } | undefined {
  const found = compile(source)
  const matcher = found?.regex.matcher(text.slice(0, found.reach))
  return matcher?.find() ? { text: matcher.group() ?? '' } : undefined
}

function find(regex: RE2JS, text: string): Groups | undefined {
  const matcher = regex.matcher(text)
  if (!matcher.find()) return undefined
  return Object.fromEntries(Object.keys(regex.namedGroups()).map((name) => [name, matcher.group(name) ?? '']))
}

function compile(source: string): Compiled | null {
  let one = compiled.get(source)
  if (one === undefined) {
    try {
      const { regex, steps } = compileLinear(source)
      one = steps <= maxSteps ? { regex, reach: reachOf(steps) } : null
    } catch {
      one = null
    }
    if (compiled.size >= maxCompiled) compiled.delete(compiled.keys().next().value!)
    compiled.set(source, one)
  }
  return one
}
