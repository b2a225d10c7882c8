import type { Store } from '../../store/index.ts'
import type { Person } from '../../store/personal/person.ts'
import { uidsThatStay } from '../../store/personal/staying.ts'

/** People of installations that were removed: their account, and how the uids of them begin. */
interface Gone {
  account: string
  uids: string
}

/**
 * Whom a removal that is older than `before` leaves behind. Uids that name their workspace go with it; those that do not, as on
 * Discord, where somebody is the same on all servers, go with the last installation that the account had on their platform.
 */
async function goneSince({ places }: Store, before: number): Promise<Gone[]> {
  const all = await places.installations()
  const isGone = ({ removed_at }: (typeof all)[number]) => removed_at !== null && removed_at < before
  const gone = all.filter(isGone).flatMap(({ platform, id, account }) => {
    const isLast = all.every((one) => one.platform !== platform || one.account !== account || isGone(one))
    return [{ account, uids: `${platform}_${id}_` }, ...(isLast ? [{ account, uids: `${platform}_` }] : [])]
  })
  return [...new Map(gone.map((one) => [`${one.account} ${one.uids}`, one])).values()]
}

/** So many are forgotten at once: each time the log of changes gets a row, and on SQLite the file may be written anew. */
const atOnce = 100

/** Those of removed installations who left something behind, in groups. Whoever is linked to an account elsewhere is still there. */
export async function* peopleGone(store: Store, before: number): AsyncGenerator<Person> {
  for (const { account, uids } of await goneSince(store, before)) {
    const alone: string[] = []
    for (const uid of await uidsThatStay(store.db, account, uids)) {
      if ((await store.personLinks.uidsOf(account, uid)).length === 1) alone.push(uid)
    }
    for (let i = 0; i < alone.length; i += atOnce) yield { account, uids: alone.slice(i, i + atOnce) }
  }
}
