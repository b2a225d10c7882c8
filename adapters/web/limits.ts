import { networkOf } from '../../src/lib/network.ts'
import type { Scope } from '../../src/ports/budget.ts'
import type { Limits } from '../../src/ports/channel.ts'

/** Nobody reads faster than text grows then, and each step of it is a write. */
const edited = (key: string): Scope => ({
  key: `web:${key}:edit`,
  name: 'conversation edit',
  limit: 30,
  windowMs: 10_000,
})
const posted = (key: string): Scope => ({
  key: `web:${key}:post`,
  name: 'conversation post',
  limit: 60,
  windowMs: 10_000,
})

/** A page shows any length; an answer of more goes on in another message. */
export function limitsOf(key: string): Limits {
  const [post, edit] = [[posted(key)], [edited(key)]]
  return { text: { max: 8000, unit: 'utf16' }, cost: { post, edit, stream: post, append: edit, finish: edit } }
}

/** What may come from one address, and of one visitor, in a minute: half of it at once. */
export const requestsFrom = (address: string, limit: number): Scope => ({
  key: `web:from:${networkOf(address)}`,
  name: 'network',
  limit,
  windowMs: 60_000,
})
export const requestsOf = (uid: string, limit: number): Scope => ({
  key: `web:of:${uid}`,
  name: 'visitor',
  ...{ limit, windowMs: 60_000 },
})
