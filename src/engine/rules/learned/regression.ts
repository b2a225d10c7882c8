import type { Candidates } from './candidates.ts'
import type { Vector } from './vocabulary.ts'

/**
 * What centroids get wrong, learned feature by feature: `weights[row * groups + group]` is added to the logit of a group for
 * each feature. Features that one phrase alone has could only be learned by heart: their row is -1.
 */
export interface Regression {
  groups: number
  rows: Int32Array
  weights: Float32Array
}

/** Of Adagrad: how far the first steps go, and what they are divided by at the beginning. */
const rate = 0.5
const caution = 1e-3
const passes = 2
/** Mistakes that are smaller are left as they are. */
const enough = 0.003

export function addRegression({ groups, rows, weights }: Regression, vector: Vector, candidates: Candidates): void {
  const { features, values } = vector
  const { count, groups: among, logits } = candidates
  for (let i = 0; i < features.length; i++) {
    const row = rows[features[i]!]!
    if (row < 0) continue
    const from = row * groups
    const value = values[i]!
    for (let n = 0; n < count; n++) logits[n]! += value * weights[from + among[n]!]!
  }
}

/** A phrase to learn from: what it is, where it belongs, and how alike the candidates are without it. */
export interface Lesson {
  vector: Vector
  group: number
  groups: Uint32Array
  logits: Float64Array
}

export function rowsOf(vectors: readonly Vector[], features: number): Int32Array {
  const found = new Uint32Array(features)
  for (const { features: of } of vectors) for (const feature of of) found[feature]!++
  let next = 0
  return Int32Array.from(found, (count) => (count > 1 ? next++ : -1))
}

/**
 * Softmax on top of the centroids, by Adagrad. Each phrase is compared with centroids that it is no part of, so that what is
 * learned is what others like it would get wrong: with few phrases little, with many most.
 */
export function learn(lessons: readonly Lesson[], groups: number, rows: Int32Array): Regression {
  const size = (rows.reduce((most, row) => Math.max(most, row), -1) + 1) * groups
  const weights = new Float32Array(size)
  const steps = new Float32Array(size).fill(caution)
  const order = Uint32Array.from(lessons, (_, n) => n)
  const random = seeded()
  const errors = new Float64Array(64)
  for (let pass = 0; pass < passes; pass++) {
    shuffle(order, random)
    for (const n of order) {
      const lesson = lessons[n]!
      errorsOf(lesson, { groups, rows, weights }, errors)
      correct(lesson, errors, { groups, rows, weights }, steps)
    }
  }
  return { groups, rows, weights }
}

/** How much too likely each candidate of a lesson is. */
function errorsOf({ vector, group, groups: among, logits }: Lesson, now: Regression, errors: Float64Array): void {
  const { features, values } = vector
  const count = among.length
  for (let n = 0; n < count; n++) errors[n] = logits[n]!
  for (let i = 0; i < features.length; i++) {
    const row = now.rows[features[i]!]!
    if (row < 0) continue
    const from = row * now.groups
    const value = values[i]!
    for (let n = 0; n < count; n++) errors[n]! += value * now.weights[from + among[n]!]!
  }
  let most = Number.NEGATIVE_INFINITY
  for (let n = 0; n < count; n++) if (errors[n]! > most) most = errors[n]!
  let whole = 0
  for (let n = 0; n < count; n++) {
    errors[n] = Math.exp(errors[n]! - most)
    whole += errors[n]!
  }
  for (let n = 0; n < count; n++) errors[n] = errors[n]! / whole - (among[n] === group ? 1 : 0)
}

function correct({ vector, groups: among }: Lesson, errors: Float64Array, now: Regression, steps: Float32Array): void {
  const { features, values } = vector
  for (let n = 0; n < among.length; n++) {
    const error = errors[n]!
    if (Math.abs(error) < enough) continue
    for (let i = 0; i < features.length; i++) {
      const row = now.rows[features[i]!]!
      if (row < 0) continue
      const at = row * now.groups + among[n]!
      const slope = values[i]! * error
      steps[at]! += slope * slope
      now.weights[at]! -= (rate * slope) / Math.sqrt(steps[at]!)
    }
  }
}

function shuffle(order: Uint32Array, random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const one = order[i]!
    order[i] = order[j]!
    order[j] = one
  }
}

/** Always the same numbers (mulberry32), so that every process learns the same. */
function seeded(): () => number {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
