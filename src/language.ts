export const languages = ['en', 'ja'] as const
export type Language = (typeof languages)[number]

/** The language we speak to somebody: by their BCP 47 locale, else by the script they write in. */
export function languageOf(locale: string | undefined, text = ''): Language {
  if (locale !== undefined) return locale.toLowerCase().startsWith('ja') ? 'ja' : 'en'
  return /[\u3040-\u30ff]/.test(text) ? 'ja' : 'en'
}
