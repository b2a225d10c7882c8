import { keyOf } from '../lib/normalise.ts'
import { termsOf } from '../store/terms.ts'

/** Of 1: how much of what two texts say they must have in common to be the same question. */
const sameFrom = 0.5

/**
 * Texts in groups of those that ask the same in other words; each group begins with the one that leads it. Whoever comes first leads: put
 * first what should name its group. A word that most texts have tells little, one that few have tells much.
 */
export function groupAlike<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[][] {
  const read = items.map((item) => ({ item, key: keyOf(textOf(item)), terms: new Set(termsOf(textOf(item))) }))
  const foundIn = new Map<string, number>()
  for (const term of read.flatMap(({ terms }) => [...terms])) foundIn.set(term, (foundIn.get(term) ?? 0) + 1)
  const worthOf = (terms: Iterable<string>): number => {
    let worth = 0
    for (const term of terms) worth += Math.log(1 + items.length / foundIn.get(term)!)
    return worth
  }
  const groups: { key: string; terms: ReadonlySet<string>; worth: number; items: Item[] }[] = []
  for (const { item, key, terms } of read) {
    const worth = worthOf(terms)
    const shareOf = (leader: (typeof groups)[number]) => {
      if (leader.key === key) return 1
      const both = worthOf([...terms].filter((term) => leader.terms.has(term)))
      return both === 0 ? 0 : (2 * both) / (worth + leader.worth)
    }
    const [nearest] = groups
      .map((group) => ({ group, share: shareOf(group) }))
      .filter(({ share }) => share >= sameFrom)
      .sort((a, b) => b.share - a.share)
    if (nearest) nearest.group.items.push(item)
    else groups.push({ key, terms, worth, items: [item] })
  }
  return groups.map((group) => group.items)
}
