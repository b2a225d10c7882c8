import { RE2JS } from 're2js'

/** The steps that an expression may come to: `x{0,9}` is as many as if it were written out. */
export const maxSteps = 2000

/** In UTF-16 units: no text is looked at any further. */
const maxReach = 5000
/** What a search takes is its steps times the length of the text: this is some 20 ms, for which everybody else waits. */
const maxWork = 1_000_000

/** How much of a text an expression of so many steps is held against, in UTF-16 units: 5,000, and less of it from 200 steps on. */
export const reachOf = (steps: number): number => Math.min(maxReach, Math.floor(maxWork / steps))

/** Compiles an expression of RE2 syntax, and counts its steps. Throws an `RE2JSSyntaxException` for any other. */
export function compileLinear(source: string): { regex: RE2JS; steps: number } {
  const regex = RE2JS.compile(source)
  return { regex, steps: regex.programSize() }
}
