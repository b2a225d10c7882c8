import type { Language } from '../../lib/language.ts'

/** A place in a text: from its character `start` up to, and without, `end`, in UTF-16 units. */
export interface Span {
  start: number
  end: number
}

/** A value that was found in a text. */
export interface Found extends Span {
  /** As programs read it: `40`, `2026-11-24`, `2026-11-24T15:00+09:00`, `PT2H30M`, `yes`. */
  value: string
  /** Of an amount of money: its ISO 4217 code, where it was said. */
  currency?: string
  /** It says by itself of what kind it is, as `$40` does and `40` does not: anything else may mean something else too. */
  certain: boolean
}

/** When and where somebody speaks. */
export interface Setting {
  /** In milliseconds since the epoch. */
  now: number
  /** Of the IANA database. */
  timeZone: string
  language: Language
  /** The request's BCP 47 locale: `en-GB` writes the day before the month. */
  locale?: string | undefined
}

/** What extraction looks at: one width, one kind of dash, and no longer than it can be read quickly, as readers of dates are slow on long texts. */
export const readable = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]|(?<=\d)ー(?=\d)/g, '-')
    .slice(0, maxReadable)
/** In UTF-16 units. */
export const maxReadable = 300

export const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end

/** Every match of an expression, with what is made of it; matches of which nothing is made are left out. */
export function findAll(
  text: string,
  pattern: RegExp,
  make: (
    groups: Record<string, string | undefined>,
    match: RegExpMatchArray,
  ) => Omit<Found, 'start' | 'end'> | undefined,
): Found[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const made = make(match.groups ?? {}, match)
    return made ? [{ ...made, start: match.index, end: match.index + match[0].length }] : []
  })
}

/** The text with these places made unreadable, so that nothing is read twice. Places keep their numbers. */
export function without(text: string, spans: readonly Span[]): string {
  return spans.reduce(
    (left, { start, end }) => left.slice(0, start) + '\u00b7'.repeat(end - start) + left.slice(end),
    text,
  )
}

/** Of those that overlap only the longest, and of equals the first; in the order of their places. */
export function longest<T extends Span>(found: readonly T[]): T[] {
  const kept: T[] = []
  for (const one of found.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    if (!kept.some((other) => overlaps(one, other))) kept.push(one)
  }
  return kept.sort((a, b) => a.start - b.start)
}
