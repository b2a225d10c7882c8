export const languages = ['en', 'ja'] as const
export type Language = (typeof languages)[number]

/**
 * The language we speak to somebody: by their BCP 47 locale, else by the script they write in. Words of kanji alone, as in
 * 会議室予約, are Japanese too.
 */
export function languageOf(locale: string | undefined, text = ''): Language {
  if (locale !== undefined) return locale.toLowerCase().startsWith('ja') ? 'ja' : 'en'
  return /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u.test(text) ? 'ja' : 'en'
}
