import type { Vector } from './vocabulary.ts'

/**
 * What the phrases of each group have in common: for each feature, from `starts[feature]` on, the groups that have it and how
 * much of it. The product with a vector is the cosine of the angle between.
 */
export interface Centroids {
  starts: Uint32Array
  groups: Uint32Array
  weights: Float32Array
}

/** Sums before they are made one long, so that a phrase can be left out of its own. */
export interface Sums extends Centroids {
  /** How much a feature counts that only some groups have. */
  spread: Float64Array
  /** The squares of each group's weights, in all. */
  squares: Float64Array
}

/** `vectors` stand in the order of their groups. */
export function sumsOf(vectors: readonly Vector[], groupOf: readonly number[], groups: number, features: number): Sums {
  const ends = new Uint32Array(features + 1)
  for (const { features: of } of vectors) for (const feature of of) ends[feature + 1]!++
  for (let feature = 1; feature <= features; feature++) ends[feature]! += ends[feature - 1]!
  const begins = ends.slice()
  const at = ends.slice()
  const inGroups = new Uint32Array(ends[features]!)
  const weights = new Float32Array(ends[features]!)
  for (const [n, { features: of, values }] of vectors.entries()) {
    const group = groupOf[n]!
    for (const [i, feature] of of.entries()) {
      const last = at[feature]! - 1
      if (last >= begins[feature]! && inGroups[last] === group) weights[last]! += values[i]!
      else {
        inGroups[at[feature]!] = group
        weights[at[feature]!++] = values[i]!
      }
    }
  }

  const spread = new Float64Array(features)
  const squares = new Float64Array(groups)
  const starts = new Uint32Array(features + 1)
  let used = 0
  for (let feature = 0; feature < features; feature++) {
    const share = Math.sqrt(Math.log(1 + groups / (at[feature]! - begins[feature]!)) / Math.log(1 + groups))
    spread[feature] = share
    starts[feature] = used
    for (let i = begins[feature]!; i < at[feature]!; i++) {
      const group = inGroups[i]!
      const weight = weights[i]! * share
      squares[group]! += weight * weight
      inGroups[used] = group
      weights[used++] = weight
    }
  }
  starts[features] = used
  return { starts, groups: inGroups.slice(0, used), weights: weights.slice(0, used), spread, squares }
}

/** With every group one long. */
export function centroidsOf({ starts, groups, weights, squares }: Sums): Centroids {
  const lengths = squares.map((square) => Math.sqrt(square) || 1)
  return { starts, groups, weights: weights.map((weight, i) => weight / lengths[groups[i]!]!) }
}

/** The cosines of a vector with each group, written into `out`. */
export function cosinesWith({ starts, groups, weights }: Centroids, { features, values }: Vector, out: Float64Array) {
  out.fill(0)
  for (let i = 0; i < features.length; i++) {
    const value = values[i]!
    for (let at = starts[features[i]!]!, end = starts[features[i]! + 1]!; at < end; at++) {
      out[groups[at]!]! += value * weights[at]!
    }
  }
}

/** The same of a phrase that stands in `own`, as if it did not: nothing else tells how well others like it are recognised. */
export function cosinesWithout(sums: Sums, own: number, { features, values }: Vector, out: Float64Array) {
  const { starts, groups, weights, spread, squares } = sums
  out.fill(0)
  let rest = squares[own]!
  for (let i = 0; i < features.length; i++) {
    const feature = features[i]!
    const value = values[i]!
    for (let at = starts[feature]!, end = starts[feature + 1]!; at < end; at++) {
      const group = groups[at]!
      let weight = weights[at]!
      if (group === own) {
        rest -= weight * weight
        weight = Math.max(0, weight - value * spread[feature]!)
        rest += weight * weight
      }
      out[group]! += value * weight
    }
  }
  for (let group = 0; group < out.length; group++) {
    const square = group === own ? rest : squares[group]!
    out[group]! = square > 1e-9 ? out[group]! / Math.sqrt(square) : 0
  }
}
