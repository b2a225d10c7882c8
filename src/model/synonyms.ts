import { z } from 'zod'
import { keyOf } from '../lib/normalise.ts'

const maxGroups = 200
const maxWords = 20

/**
 * Words that mean the same to an agent, a list for each thing: `[[holiday, vacation, annual leave], [有給, 年休]]`. A word stands in one
 * list only, so that it is never two things.
 */
export const synonymsSchema = z
  .array(
    z
      .array(
        z
          .string()
          .max(80)
          .refine((word) => /[\p{L}\p{N}]/u.test(word), 'must hold a letter or a digit'),
      )
      .min(2, 'needs at least two words that mean the same')
      .max(maxWords),
  )
  .max(maxGroups)
  .check(({ value, issues }) => {
    const known = new Map<string, number>()
    for (const [group, words] of value.entries()) {
      for (const [i, word] of words.entries()) {
        const before = known.get(keyOf(word))
        known.set(keyOf(word), before ?? group)
        if (before === undefined) continue
        const message =
          before === group
            ? `“${word}” stands in this list already`
            : `“${word}” stands in list ${before + 1} too: put what means the same into one list`
        issues.push({ code: 'custom', message, path: [group, i], input: word })
      }
    }
  })
