import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { sentences } from '../words/index.ts'

const most = 200

/** `?limit=&cursor=`: every list is read so, page by page. */
export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(most).default(50).describe(`At most so many, up to ${most}.`),
  cursor: z.string().max(1024).optional().describe('`next` of the page before; without it the first page.'),
})
export type PageQuery = z.output<typeof pageQuery>

/** A page of a list: `next` is the cursor of the page behind it, null where this is the last. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.string().nullable() })

export interface Page<Item> {
  items: Item[]
  next: string | null
}

export const cursorOf = (place: string | number): string => Buffer.from(JSON.stringify(place)).toString('base64url')

/** Where a page begins: behind that. 400 `invalid_request` for what is no cursor of ours. */
export function placeIn<T extends 'string' | 'number'>(
  cursor: string | undefined,
  type: T,
): (T extends 'string' ? string : number) | undefined {
  if (cursor === undefined) return undefined
  try {
    const place = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (typeof place === type) return place
  } catch {}
  throw invalidCursor()
}

export const invalidCursor = () =>
  new AppError('invalid_request', sentences.request.notUnderstood, {
    faults: [{ path: 'cursor', message: 'must be the `next` of a page of this list' }],
  })

/** A page of a list that is held in memory, in the order that it has. */
export function pageIn<Item>(all: readonly Item[], keyOf: (item: Item) => string, query: PageQuery): Page<Item> {
  const after = placeIn(query.cursor, 'string')
  const at = after === undefined ? 0 : all.findIndex((item) => keyOf(item) === after) + 1
  // What the last page ended with is gone: the list is told from its beginning rather than not at all.
  const items = all.slice(at, at + query.limit)
  const isLast = at + query.limit >= all.length
  return { items, next: isLast || items.length === 0 ? null : cursorOf(keyOf(items.at(-1)!)) }
}
