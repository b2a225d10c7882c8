/** A card, or a part of one, as the app sent it: nothing in it can be relied on. */
export type Json = Record<string, unknown>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : [])

/** What there is of a text: numbers and truths as words too, as cards often have them. */
export function words(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''
}

/** A name of a known set in whatever case it was written, for attributes that styles go by. */
export const token = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.toLowerCase() : undefined

/** Names an action of a card. */
export const keyOf = (action: Json): string => JSON.stringify(action)
