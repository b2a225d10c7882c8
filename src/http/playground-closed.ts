import type { AppError } from '../lib/errors.ts'
import { languageOf } from '../lib/language.ts'
import { plainPage } from './plain-page.ts'
import { sentences } from './words/index.ts'

/** Why the playground does not open, as a page for the one who wanted to see it, and the policy it is to be served with. */
export function closedPage({ say }: AppError, acceptLanguage = 'en'): { html: string; policy: string } {
  const language = languageOf(acceptLanguage)
  const sentence = typeof say === 'string' ? say : say[language]
  return plainPage(language, {
    title: sentences.closedHere[language],
    lines: [sentence, sentences.looksLike[language]],
    codes: ['Parley is running: http://127.0.0.1:3000/?token=…'],
  })
}
