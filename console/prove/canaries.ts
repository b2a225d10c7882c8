import type { Place, Said } from './plan.ts'

const pattern = /canary-(\d+)-(\d+)-(\d+)-(\d+)-[0-9a-z]{6}/g
const ofTenants = /tenantword-(\d+)/g

/** What stands in the prompt of a tenant's agent, and nowhere else. */
export const tenantWord = (tenant: number): string => `tenantword-${tenant}`

interface Found {
  canary: string
  tenant: number
  person: number
  place: number
}

export function canariesIn(text: string): Found[] {
  return [...text.matchAll(pattern)].map(([canary, tenant, person, place]) => ({
    canary,
    tenant: Number(tenant),
    person: Number(person),
    place: Number(place),
  }))
}

/** Whom a door is for; what is left out may be anybody's. */
export interface Viewer {
  tenant?: number
  person?: number
  place?: number
}

/** Nobody's words may be seen there. */
export const nobody: Viewer = { tenant: -1 }

/** What stands in a text that is not for its reader. */
export function leaksIn(text: string, { tenant, person, place }: Viewer): string[] {
  const words = canariesIn(text)
    .filter(
      (one) =>
        (tenant !== undefined && one.tenant !== tenant) ||
        (person !== undefined && one.person !== person) ||
        (place !== undefined && one.place !== place),
    )
    .map(({ canary }) => canary)
  const others = [...text.matchAll(ofTenants)]
    .filter(([, of]) => tenant !== undefined && Number(of) !== tenant)
    .map(([word]) => word)
  return [...new Set([...words, ...others])]
}

/** Whoever is in a place. */
export const readerOf = ({ tenant, n }: Place): Viewer => ({ tenant, place: n })

/** What the model answers. */
export function answerTo(canary: string, isLong: boolean): string {
  const more = isLong ? Array.from({ length: 24 }, (_, n) => ` Line ${n + 1} of it.`).join('') : ''
  // Its end is its own too: `forget --proof` looks for the ends of texts.
  return `I heard ${canary}.${more} That is all of ${canary}.`
}

export const expected = ({ canary, isLong }: Said): string => answerTo(canary, isLong)
