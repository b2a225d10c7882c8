import { choose, emptyCandidates, weighUp } from './candidates.ts'
import { type Centroids, centroidsOf, cosinesWithout, type Sums, sumsOf } from './centroids.ts'
import { featuresOf } from './features.ts'
import { addRegression, type Lesson, learn, type Regression, rowsOf } from './regression.ts'
import { type Thresholds, type Trial, thresholdsOf } from './thresholds.ts'
import { type Vector, type Vocabulary, vectoriser, vocabularyOf } from './vocabulary.ts'

/** What was learned of the phrases of some groups: plain data, so that threads can hand it on. */
export interface Learned {
  groups: number
  vocabulary: Vocabulary
  centroids: Centroids
  /** Absent where there are too many groups: its weights are groups times features. */
  regression?: Regression
  thresholds: Thresholds
}

/** Beyond so many groups centroids alone decide. */
const maxRegressed = 300
/** Up to so many phrases each is tried; of more only every tenth, which tells enough. */
const maxTried = 3000
const folds = 4

/** Learns to tell the groups of phrases apart; the same phrases always make the same. */
export function train(groups: readonly (readonly string[])[]): Learned {
  const groupOf: number[] = []
  const texts: Map<string, number>[] = []
  for (const [group, phrases] of groups.entries()) {
    for (const phrase of phrases) {
      groupOf.push(group)
      texts.push(featuresOf(phrase))
    }
  }
  const vocabulary = vocabularyOf(texts)
  const vectors = texts.map(vectoriser(vocabulary))
  const sums = sumsOf(vectors, groupOf, groups.length, vocabulary.idf.length)
  const lessons = lessonsOf(vectors, groupOf, sums, groups.length)
  const isRegressed = groups.length <= maxRegressed
  const rows = isRegressed ? rowsOf(vectors, vocabulary.idf.length) : undefined
  const { trials, strangers } = rehearse(lessons, groups, rows)
  return {
    groups: groups.length,
    vocabulary,
    centroids: centroidsOf(sums),
    ...(rows && { regression: learn(lessons, groups.length, rows) }),
    thresholds: thresholdsOf(trials, strangers, groups.length, texts.length),
  }
}

function lessonsOf(vectors: readonly Vector[], groupOf: readonly number[], sums: Sums, groups: number): Lesson[] {
  const cosines = new Float64Array(groups)
  const candidates = emptyCandidates()
  return vectors.map((vector, n) => {
    const group = groupOf[n]!
    cosinesWithout(sums, group, vector, cosines)
    choose(cosines, candidates, group)
    const { count } = candidates
    return { vector, group, groups: candidates.groups.slice(0, count), logits: candidates.logits.slice(0, count) }
  })
}

/**
 * How each phrase would be recognised had nobody written it, and how likely another group would be had nobody written its group:
 * that is what is said and no group's.
 */
function rehearse(lessons: readonly Lesson[], groups: readonly (readonly string[])[], rows: Int32Array | undefined) {
  const trials: Trial[] = []
  const strangers: number[] = []
  const isMany = lessons.length > maxTried
  const parts = isMany ? 10 : folds
  // So that every group has a phrase in each part, wherever it begins.
  const partOf = (n: number) => (n + Math.floor(n / parts)) % parts
  for (let part = 0; part < (isMany ? 1 : parts); part++) {
    const rest = lessons.filter((_, n) => partOf(n) !== part)
    const regression = rows && learn(rest, groups.length, rows)
    for (const [n, lesson] of lessons.entries()) {
      if (partOf(n) !== part) continue
      const isAlone = groups[lesson.group]!.length === 1
      if (!isAlone) trials.push(tried(lesson, regression, groups.length))
      if (groups.length > 1) strangers.push(tried(lesson, regression, groups.length, lesson.group).share)
    }
  }
  return { trials, strangers }
}

const candidates = emptyCandidates()

function tried(lesson: Lesson, regression: Regression | undefined, groups: number, not = -1): Trial {
  candidates.count = lesson.groups.length
  candidates.groups.set(lesson.groups)
  candidates.logits.set(lesson.logits)
  if (regression) addRegression(regression, lesson.vector, candidates)
  weighUp(candidates, groups, not)
  let best = -1
  for (let i = 0; i < candidates.count; i++) {
    if (candidates.groups[i] !== not && (best < 0 || candidates.shares[i]! > candidates.shares[best]!)) best = i
  }
  return best < 0
    ? { share: 0, isRight: false }
    : { share: candidates.shares[best]!, isRight: candidates.groups[best] === lesson.group }
}
