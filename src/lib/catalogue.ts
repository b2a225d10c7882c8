import type { Language, Texts } from './language.ts'

/**
 * What people read, in one language: sentences, functions that make one, and lists and groups of them. One file a language and room
 * holds it, typed after the English one, so that a language which lacks a sentence, has one too many, or makes it of something else
 * does not compile.
 */
type InAll<Words> = Words extends string
  ? Texts
  : Words extends (...given: infer Given) => string
    ? (...given: Given) => Texts
    : Words extends readonly (infer One)[]
      ? readonly InAll<One>[]
      : { readonly [Key in keyof Words]: InAll<Words[Key]> }

/** The same sentences in all languages at once, as those take them who do not know yet who will read: `words.greeting(name).ja`. */
export function catalogue<Words extends object>(each: Readonly<Record<Language, Words>>): InAll<Words> {
  return inAll(Object.entries(each)) as InAll<Words>
}

type Entries = readonly (readonly [language: string, words: unknown])[]

function inAll(each: Entries): unknown {
  const english = each.find(([language]) => language === 'en')![1]
  if (typeof english === 'string') return Object.fromEntries(each)
  if (typeof english === 'function') {
    return (...given: unknown[]) =>
      Object.fromEntries(each.map(([language, make]) => [language, (make as (...of: unknown[]) => string)(...given)]))
  }
  const keys = Object.keys(english as object)
  const members = keys.map((key) =>
    inAll(each.map(([language, of]) => [language, (of as Record<string, unknown>)[key]])),
  )
  return Array.isArray(english) ? members : Object.fromEntries(keys.map((key, at) => [key, members[at]]))
}
