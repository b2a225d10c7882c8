import type { Language } from '../../../lib/language.ts'
import { faults as ja } from './ja/faults.ts'

/** What is said of a message, for those that are written in English and told in another language too. */
const known: Readonly<Record<Language, readonly (readonly [message: RegExp, told: string])[]>> = { en: [], ja }

/** The message of a fault as the person reads it: those nobody has translated stay English. */
export function inLanguage(message: string, language: Language): string {
  for (const [pattern, told] of known[language]) {
    if (pattern.test(message)) return message.replace(pattern, told)
  }
  return message
}
