import type { RE2JS } from 're2js'
import { compileLinear, maxSteps } from '../../lib/linear-regex.ts'
import type { Groups } from './fill.ts'

/** In UTF-16 units. What is longer is looked at up to there. */
const maxInput = 5000

const compiled = new Map<string, RE2JS | null>()
const maxCompiled = 2000

/**
 * The named groups, empty where they took no part, if the expression is found in the text: as it is written, else in half width.
 * Takes time linear in the text's length, whatever the expression. One that is no RE2 syntax, or too large, is never found.
 */
export function findRegex(source: string, text: string): Groups | undefined {
  const regex = compile(source)
  if (!regex) return undefined
  const raw = text.slice(0, maxInput)
  const narrow = text.normalize('NFKC').slice(0, maxInput)
  return find(regex, raw) ?? (narrow === raw ? undefined : find(regex, narrow))
}

/** The text in which the expression is found. */
export function findText(source: string, text: string): { text: string } | undefined {
  const matcher = compile(source)?.matcher(text.slice(0, maxInput))
  return matcher?.find() ? { text: matcher.group() ?? '' } : undefined
}

function find(regex: RE2JS, text: string): Groups | undefined {
  const matcher = regex.matcher(text)
  if (!matcher.find()) return undefined
  return Object.fromEntries(Object.keys(regex.namedGroups()).map((name) => [name, matcher.group(name) ?? '']))
}

function compile(source: string): RE2JS | null {
  let regex = compiled.get(source)
  if (regex === undefined) {
    try {
      const { regex: made, steps } = compileLinear(source)
      regex = steps <= maxSteps ? made : null
    } catch {
      regex = null
    }
    if (compiled.size >= maxCompiled) compiled.delete(compiled.keys().next().value!)
    compiled.set(source, regex)
  }
  return regex
}
