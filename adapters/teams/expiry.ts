import { inEach, type Texts } from '../../src/lib/language.ts'
import type { Kept } from './credentials.ts'
import { words as all } from './words/index.ts'

const words = all.ending

const DAY_MS = 24 * 3_600_000
/** Long enough to have a new one made where that takes a form and a signature. */
const SOON_MS = 21 * DAY_MS

/** That what the app shows ends soon, or has; undefined while there is nothing to say. */
export function endOf(
  kept: Kept,
  endsAt: number | undefined,
  now: number,
): { isOver: boolean; say: Texts } | undefined {
  if (endsAt === undefined || endsAt > now + SOON_MS) return undefined
  const [what, how] =
    kept.kind === 'certificate' ? [words.certificate, words.newCertificate] : [words.secret, words.newSecret]
  const day = new Date(endsAt).toISOString().slice(0, 10)
  const isOver = endsAt <= now
  const days = Math.max(1, Math.floor((endsAt - now) / DAY_MS))
  const when = isOver ? words.ended(day) : words.ends(day, days)
  const say = inEach((language) => {
    const ending = words.of(what[language], when[language])[language]
    return words.said(ending, how[language])[language]
  })
  return { isOver, say }
}
