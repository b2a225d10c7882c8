import { randomBytes } from 'node:crypto'
import type { Store } from '../store/index.ts'

/** What a button or a form stands for. */
export interface Offered {
  command: string
  values: Readonly<Record<string, unknown>>
}

/**
 * Buttons and forms that were shown to somebody. They stay until they expire, over restarts too: that a press which comes twice
 * does something once is seen to by its nonce. Who may do it is asked anew at the press.
 */
export interface Offers {
  /** Returns its id, of 24 characters. Values are JSON, without secrets. */
  make(offer: Offered & { account: string; person: string; ttlMs: number }): Promise<string>
  /** Those that were never made, and another account's, are `expired` too. `foreign`: it was made for somebody else. */
  take(id: string, by: { account: string; person: string }): Promise<Offered | 'expired' | 'foreign'>
}

export function createOffers({ store, now }: { store: Store; now: () => number }): Offers {
  return {
    async make({ account, person, command, values, ttlMs }) {
      const id = randomBytes(18).toString('base64url')
      await store.offers.add({
        id,
        account,
        person,
        command,
        given: JSON.stringify(values),
        expires_at: now() + ttlMs,
      })
      return id
    },

    async take(id, { account, person }) {
      const offer = await store.offers.get(id)
      if (offer?.account !== account) return 'expired'
      return offer.person === person ? { command: offer.command, values: JSON.parse(offer.given) } : 'foreign'
    },
  }
}
