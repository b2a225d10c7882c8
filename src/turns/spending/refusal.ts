import type { Texts } from '../../lib/language.ts'
import { inEach } from '../../lib/language.ts'
import { inUtc } from '../../lib/moment.ts'
import { sentences } from '../words/index.ts'
import { type AppliedBudget, endOf } from './counters.ts'

/** Whose budget is reached, and when it goes on. */
export function reachedText({ scope, period, counter }: AppliedBudget, now: number): Texts {
  const end = endOf(period, counter.start)
  const time = inUtc(end)
  const seconds = Math.max(1, Math.ceil((end - now) / 1000))
  const whose = sentences.budgetOf[scope]
  return inEach((language) => {
    const when = period === 'minute' ? sentences.inSeconds(seconds)[language] : sentences.fromTime(time)[language]
    return sentences.budgetReached(whose[language], when)[language]
  })
}
