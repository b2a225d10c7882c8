/**
 * The languages Parley speaks, by their BCP 47 tag, and the script that tells one where no locale does. A further language is a line
 * here and a file beside each `en.ts`: until the last of them is there, the compiler names the catalogue that lacks it.
 */
const spoken = {
  en: {},
  // Words of kanji alone, as in 会議室予約, are Japanese too.
  ja: { script: /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u },
} satisfies Record<string, { script?: RegExp }>

export type Language = keyof typeof spoken

export const languages = Object.keys(spoken) as readonly Language[]

/** A text in every language. */
export type Texts = Readonly<Record<Language, string>>

/** A text in every language, from what makes it in one. */
export function inEach(textIn: (language: Language) => string): Texts {
  return Object.fromEntries(languages.map((language) => [language, textIn(language)])) as Texts
}

/** The language of whoever is at a terminal, from its environment. */
export function languageAt(env: Readonly<Record<string, string | undefined>>): Language {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG']
  return languageOf(locale?.replace(/[._].*$/, '') ?? 'en')
}

/** The language we speak to somebody: by their BCP 47 locale, else by the script they write in; else English. */
export function languageOf(locale: string | undefined, text = ''): Language {
  if (locale !== undefined) {
    const [tag] = locale.toLowerCase().split(/[^a-z]/)
    return languages.find((language) => language === tag) ?? 'en'
  }
  const scripts: Readonly<Record<Language, { script?: RegExp }>> = spoken
  return languages.find((language) => scripts[language].script?.test(text)) ?? 'en'
}
