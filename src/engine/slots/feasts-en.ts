import { comingDay } from './calendar.ts'

/** Days that are called by a name, each as the next one to come. */
export const feasts: readonly (readonly [RegExp, (today: number) => number | undefined])[] = [
  [/\bchristmas eve\b/gi, (today) => comingDay(today, 12, 24)],
  [/\bchristmas(?: day)?\b/gi, (today) => comingDay(today, 12, 25)],
  [/\bboxing day\b/gi, (today) => comingDay(today, 12, 26)],
  [/\bnew year'?s eve\b/gi, (today) => comingDay(today, 12, 31)],
  [/\bnew year'?s(?: day)?\b/gi, (today) => comingDay(today, 1, 1)],
  [/\bvalentine'?s(?: day)?\b/gi, (today) => comingDay(today, 2, 14)],
  [/\bhalloween\b/gi, (today) => comingDay(today, 10, 31)],
]
