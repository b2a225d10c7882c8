import { inThread } from '../../../lib/in-thread.ts'
import type { Learned } from './train.ts'

let last: Promise<unknown> = Promise.resolve()

/** Learns in a thread of its own, one agent after the other. */
export function trainApart(groups: readonly (readonly string[])[]): Promise<Learned> {
  const result = last.then(() => inThread<Learned>(import.meta.url, groups).result)
  last = result.catch(() => {})
  return result
}
