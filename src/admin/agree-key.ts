import { AppError } from '../lib/errors.ts'
import type { Store } from '../store/index.ts'
import { type KeyNote, keyIds } from '../store/key-ids.ts'
import type { KeyRing } from './secrets.ts'

export interface AgreeParts {
  store: Pick<Store, 'db'>
  keys: KeyRing
  /** No other process works on the database. */
  alone: boolean
}

/**
 * Makes sure that this process opens what others seal, and they what it seals: the database remembers which keys were sealed
 * with. Whoever has another one besides introduces it. A key that nothing is sealed with any more is forgotten where it is
 * missing; but as long as there may be others who have it, the newest only if PARLEY_KEY takes the place of a key file. Throws
 * `secret_key_missing`.
 */
export async function agreeOnKey({ store, keys, alone }: AgreeParts): Promise<void> {
  const ids = keyIds(store.db)
  for (;;) {
    const noted = await ids.noted()
    const known: KeyNote[] = []
    for (const one of noted) {
      const mayGo = one !== noted.at(-1) || alone || (keys.isGiven && !one.isGiven)
      if (keys.all.has(one.id)) known.push(one)
      else if (!mayGo || (await ids.isUsed(one.id))) throw missing()
    }
    const own = { id: keys.own, isGiven: keys.isGiven }
    if (await ids.note(noted, [...known.filter(({ id }) => id !== own.id), own])) return
  }
}

/** After a key was lost: the next process that starts is not asked for it, and what it had sealed has to be set anew. */
export async function forgetKeys(store: Pick<Store, 'db'>): Promise<void> {
  await keyIds(store.db).forget()
}

function missing(): AppError {
  return new AppError(
    'secret_key_missing',
    'The secrets in this database are encrypted with a key that this process does not have. Give it the same PARLEY_KEY as all other processes, or the parley.key they were encrypted with in its data folder (PARLEY_DATA).',
    { status: 500 },
  )
}
