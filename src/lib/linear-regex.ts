import { RE2JS } from 're2js'

/**
 * The steps that an expression may come to: `x{0,9}` is as many as if it were written out. What a search takes is this times the
 * length of the text, and at the most a few tenths of a second.
 */
export const maxSteps = 2000

/** Compiles an expression of RE2 syntax, and counts its steps. Throws an `RE2JSSyntaxException` for any other. */
export function compileLinear(source: string): { regex: RE2JS; steps: number } {
  const regex = RE2JS.compile(source)
  return { regex, steps: regex.programSize() }
}
