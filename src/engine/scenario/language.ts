import type { Say } from '../../model/say.ts'

/**
 * What to say to somebody. Of a text that is written in several languages: the one for the locale's exact tag, for ever shorter
 * ones, for `otherwise`, else the first.
 */
export function inLanguage(say: Say, locale: string | undefined, otherwise: string): string | readonly string[] {
  if (typeof say === 'string' || Array.isArray(say)) return say
  const written = Object.entries(say)
  for (const tag of [...tagsOf(locale), otherwise]) {
    const found = written.find(([language]) => language.toLowerCase() === tag.toLowerCase())
    if (found) return found[1]
  }
  return written[0]?.[1] ?? ''
}

/** `zh-Hant-TW`, `zh-Hant`, `zh`. */
function tagsOf(locale: string | undefined): string[] {
  const parts = locale?.split(/[-_]/) ?? []
  return parts.map((_, i) => parts.slice(0, parts.length - i).join('-'))
}
