import { eventSecretContext, secretContext } from '../ports/secrets.ts'
import type { Database } from '../store/database.ts'
import { type SealedText, sealedPattern, sealedTexts } from '../store/sealed-texts.ts'
import { contextOf } from './installations.ts'
import type { createSecrets } from './secrets.ts'

export interface Rekeyed {
  /** Secrets that were encrypted anew. */
  secrets: number
  /** Those of versions that are not live, and of answers kept for a day, whose key was lost before: they stay as they are. */
  lost: number
  /** The id of the key that all of them are encrypted with now. */
  key: string
}

/** Whoever goes on sealing with a former key has this often not read the new one. */
const maxRounds = 5

/**
 * Encrypts every secret anew with the key that seals, beside servers that go on. It may be broken off and begun again at any
 * moment: what is done is done. Each text changes only if it is still as it was read; one that somebody else has changed meanwhile is
 * read again. Throws `secret_unreadable` where a secret that is in use was encrypted with a key that is not here.
 */
export async function rekey(db: Database, secrets: ReturnType<typeof createSecrets>): Promise<Rekeyed> {
  let count = 0
  for (let round = 1; round <= maxRounds; round++) {
    let left = 0
    let lost = 0
    for await (const sealed of sealedTexts(db)) {
      const { text, n, unreadable } = anew(sealed, secrets)
      lost += unreadable
      if (n === 0) continue
      left += n
      if (await sealed.replace(text)) count += n
    }
    if (left === 0) return { secrets: count, lost, key: secrets.keys.own }
  }
  throw new Error('secrets go on being encrypted with a former key')
}

function anew({ text, of, isUsed }: SealedText, secrets: ReturnType<typeof createSecrets>) {
  const context = contextFor(of)
  let n = 0
  let unreadable = 0
  const next = text.replace(sealedPattern, (sealed, id: string) => {
    if (id === secrets.keys.own) return sealed
    if (!isUsed && !secrets.keys.all.has(id)) {
      unreadable++
      return sealed
    }
    n++
    return secrets.seal(secrets.open(sealed, context), context)
  })
  return { text: next, n, unreadable }
}

function contextFor(of: SealedText['of']): string {
  if ('context' in of) return of.context
  if ('agent' in of) return secretContext(of.agent)
  return 'account' in of ? eventSecretContext(of.account) : contextOf(of.platform, of.id)
}
