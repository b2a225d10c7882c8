import { RE2JSSyntaxException } from 're2js'
import { compileLinear, maxSteps } from '../../lib/linear-regex.ts'

/** What the engine makes of a regular expression, or why it cannot be one. */
export type Compiled = { groups: string[]; matches(text: string): boolean } | { code: 'S014' | 'S015'; message: string }

/** RE2 syntax: what a linear-time engine can do, so that no utterance can make it slow. */
export function compileRegex(source: string): Compiled {
  try {
    const { regex, steps } = compileLinear(source)
    if (steps > maxSteps) {
      const message = `is too large: it comes to ${steps} steps, where ${maxSteps} are allowed. Repeat less, as with .* in place of .{0,999}.`
      return { code: 'S014', message }
    }
    return { groups: Object.keys(regex.namedGroups()), matches: (text) => regex.matcher(text).find() }
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    const bare = source.replaceAll('\\\\', '')
    const beyond = backtracking.find(([pattern]) => pattern.test(bare))
    if (beyond) return { code: 'S015', message: beyond[1] }
    const near = spellings.find(([pattern]) => pattern.test(bare))?.[1]
    return { code: 'S014', message: `is not a regular expression of RE2 syntax (${error.message})${near ?? '.'}` }
  }
}

/** What only engines that go back and try again can do, and what to write in its place. */
const backtracking: readonly (readonly [RegExp, string])[] = [
  [
    /\(\?<?=/,
    'looks around itself with (?=…) or (?<=…), which no linear-time engine can. Match the surroundings too, and name the part that is wanted: (?<part>…).',
  ],
  [
    /\(\?<?!/,
    'excludes something with (?!…) or (?<!…), which no linear-time engine can. Put a transition that matches what is excluded before this one.',
  ],
  [
    /\\[1-9]|\\k[<{']|\(\?P=/,
    'refers back to a group, which no linear-time engine can. Write out each text that may be repeated: aa|bb in place of (a|b)\\1.',
  ],
  [/\(\?>|[*+?}]\+/, 'forbids to go back with (?>…) or a second +, which is needless here: leave it out.'],
]

const spellings: readonly (readonly [RegExp, string])[] = [
  [/\\u/, '. Write a character by its number as \\x{3042}.'],
  [/\\Z/, '. Write the end of the text as \\z or $.'],
  [/\(\?<[^>]*[^\w>][^>]*>/, '. A group has a name of letters, digits and _.'],
]
