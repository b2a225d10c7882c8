import type { Verdict } from './proofs.ts'

/**
 * Has the last word about a token. It is asked only of one whose claims, key, endorsement and signature our own checks found
 * good (`authenticate.ts`), so that it may be slow, and strangers do not reach it. Whatever stands behind this port keeps the
 * contract of `test/contracts/authenticate.ts`.
 */
export interface Verifier {
  /** `denied`: the token is not what it says. `trouble`: that cannot be told now. Never rejects. */
  verify(serviceUrl: string, authorization: string): Promise<Verdict>
}
