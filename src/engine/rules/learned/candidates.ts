/** Groups that are compared any closer: what is less alike than so many others is no answer. */
const width = 24

/**
 * How near 1 the cosine of what nobody means comes to, as one more candidate: among many groups what is said is always a little like
 * one of them, among few hardly.
 */
const strangeness = (groups: number): number => 0.1 + 0.1 * Math.max(0, 1 - groups / 30)

/** How much of a difference between cosines makes one group so much likelier than another. */
const temperature = 0.05

/** The groups most alike, and how likely each is. The arrays are used again by the next search. */
export interface Candidates {
  count: number
  groups: Uint32Array
  /** Logarithms, but for a constant. */
  logits: Float64Array
  /** Of 1, together with that of none of them. */
  shares: Float64Array
}

export const emptyCandidates = (): Candidates => ({
  count: 0,
  groups: new Uint32Array(width + 1),
  logits: new Float64Array(width + 1),
  shares: new Float64Array(width + 1),
})

/** The best by their cosines, best first; of equals the first group. `also` is among them in any case. */
export function choose(cosines: Float64Array, into: Candidates, also = -1): void {
  const { groups, logits } = into
  let count = 0
  let hasAlso = false
  for (let group = 0; group < cosines.length; group++) {
    const cosine = cosines[group]!
    if (cosine <= 0 || (count === width && cosine <= logits[width - 1]!)) continue
    let at = count < width ? count++ : width - 1
    if (at === width - 1 && groups[at] === also) hasAlso = false
    for (; at > 0 && logits[at - 1]! < cosine; at--) {
      groups[at] = groups[at - 1]!
      logits[at] = logits[at - 1]!
    }
    groups[at] = group
    logits[at] = cosine
  }
  for (let i = 0; i < count; i++) hasAlso ||= groups[i] === also
  if (also >= 0 && !hasAlso) {
    groups[count] = also
    logits[count++] = cosines[also]!
  }
  for (let i = 0; i < count; i++) logits[i]! /= temperature
  into.count = count
}

/** Makes likelihoods of the logits; a group that is `not` to be thought of has none. */
export function weighUp({ count, groups, logits, shares }: Candidates, groupCount: number, not = -1): void {
  const nobody = strangeness(groupCount) / temperature
  let most = nobody
  for (let i = 0; i < count; i++) if (groups[i] !== not && logits[i]! > most) most = logits[i]!
  let whole = Math.exp(nobody - most)
  for (let i = 0; i < count; i++) {
    shares[i] = groups[i] === not ? 0 : Math.exp(logits[i]! - most)
    whole += shares[i]!
  }
  for (let i = 0; i < count; i++) shares[i]! /= whole
}
