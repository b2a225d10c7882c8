import type { Rule } from '../../model/rule.ts'
import { type Recogniser, recogniser } from './learned/recogniser.ts'
import { train } from './learned/train.ts'
import { trainApart } from './learned/train-apart.ts'

/** What is learned of the phrases of an agent's rules. */
export interface LearnedRules {
  /** Undefined as long as it is being learned, and where learning brings nothing. */
  now(): Known | undefined
  isLearning(): boolean
  /** Never rejects. */
  done: Promise<void>
}

interface Known {
  recogniser: Recogniser
  /** The places of the rules of each group. */
  groups: readonly (readonly number[])[]
}

/** So few phrases are learned at once, in some milliseconds; more in a thread of their own. */
const maxAtOnce = 150
/** With fewer a rule, nothing tells how else its question would be put: phrases compared one by one are the safer judge. */
const minPhrases = 2

/** The places of the rules of each group, and the phrases of each. */
export interface RuleGroups {
  groups: number[][]
  phrases: string[][]
}

/** Rules that answer the same are one group: people who write a rule for each phrase mean no less. */
export function groupsOf(rules: readonly Rule[]): RuleGroups {
  const byAnswer = new Map<string, number[]>()
  for (const [place, { when: _, ...answer }] of rules.entries()) {
    const key = JSON.stringify(answer)
    const group = byAnswer.get(key)
    if (group) group.push(place)
    else byAnswer.set(key, [place])
  }
  const groups = [...byAnswer.values()]
  return { groups, phrases: groups.map((places) => [...new Set(places.flatMap((place) => rules[place]!.when))]) }
}

export function learnRules(rules: readonly Rule[]): LearnedRules {
  const { groups, phrases } = groupsOf(rules)
  const count = phrases.reduce((sum, { length }) => sum + length, 0)
  if (count < minPhrases * groups.length)
    return { now: () => undefined, isLearning: () => false, done: Promise.resolve() }

  let known: Known | undefined
  if (count <= maxAtOnce) {
    known = { recogniser: recogniser(train(phrases)), groups }
    return { now: () => known, isLearning: () => false, done: Promise.resolve() }
  }
  let isLearning = true
  const done = trainApart(phrases).then(
    (learned) => {
      known = { recogniser: recogniser(learned), groups }
    },
    (error: Error) => process.emitWarning(`The phrases of an agent were not learned: ${error.message}`),
  )
  void done.then(() => {
    isLearning = false
  })
  return { now: () => known, isLearning: () => isLearning, done }
}
