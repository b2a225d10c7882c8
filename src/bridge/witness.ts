import { languages } from '../lib/language.ts'
import type { Log } from '../lib/log.ts'
import { playgroundAccount } from '../store/apart.ts'
import type { Store } from '../store/index.ts'
import type { OwnerNotes } from './owners.ts'
import { sentences } from './words/index.ts'

const dayMs = 86_400_000

/** What an account's owners were told last. */
interface Told {
  n: number
  at: number
}

export interface WitnessParts {
  store: Pick<Store, 'audit' | 'notes'>
  owners: Pick<OwnerNotes, 'tell'>
  now: () => number
  log: Log
}

/**
 * Tells the owners of each account how long its log of changes is and the hash of its last row, once a day and only if something has
 * changed: whoever rewrites the log in the database cannot rewrite what stands in their messages.
 */
export function createWitness({ store, owners, now, log }: WitnessParts) {
  const notes = store.notes('audit')

  async function toldOf(account: string): Promise<Told> {
    const note = await notes.get(account)
    if (note) return JSON.parse(note) as Told
    // A log that has just begun is told of tomorrow, when there is a day to tell of.
    const first = { n: 0, at: now() }
    await notes.set(account, JSON.stringify(first))
    return first
  }

  async function lookAt(account: string): Promise<void> {
    const { n, hash } = await store.audit.tail(account)
    const told = await toldOf(account)
    if (n === told.n || now() < told.at + dayMs) return
    const text = languages.map((language) => sentences.witness(n, n - told.n, hash)[language]).join('\n\n')
    if (!(await owners.tell(account, async () => ({ text })))) return
    await notes.set(account, JSON.stringify({ n, at: now() } satisfies Told))
  }

  /** Asked again and again; one account that fails holds up no other. */
  return async (): Promise<void> => {
    for (const account of await store.audit.accounts()) {
      if (account === playgroundAccount) continue
      await lookAt(account).catch((err) =>
        log.warn({ err, account }, 'owners could not be told of their log of changes'),
      )
    }
  }
}
