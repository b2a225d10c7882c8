import type { CountryCode } from 'libphonenumber-js/min'
import { type Found, findAll, longest } from './found.ts'

/** ASCII, also where Japanese goes on without a space: `メールはann@example.comです`. */
const emailPattern =
  /(?<![\w.+-])[\w+-](?:[\w.+-]{0,62}[\w+-])?@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}(?![\w@])/giu
const urlPattern =
  /(?<![\w@.-])(?:https?:\/\/[\x21-\x7e]+|www\.[a-z0-9-]+\.[a-z]{2,24}[\x21-\x7e]*|(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|jp|uk|de|fr|eu|app|edu|gov|info)\b(?:\/[\x21-\x7e]*)?)/giu

export function findEmails(text: string): Found[] {
  return findAll(text, emailPattern, (_, [said]) => (said.includes('..') ? undefined : { value: said, certain: true }))
}

export function findUrls(text: string): Found[] {
  return findAll(text, urlPattern, (_, [said]) => {
    const bare = said.replace(/[.,;:!?'"]+$/, '').replace(/\)$/, (end) => (said.includes('(') ? end : ''))
    const whole = /^https?:/i.test(bare) ? bare : `https://${bare}`
    return URL.canParse(whole)
      ? { value: new URL(whole).href.replace(/\/$/, bare.endsWith('/') ? '/' : ''), certain: true }
      : undefined
  }).map((found) => ({ ...found, end: found.end - trailing(text.slice(found.start, found.end)) }))
}

const trailing = (said: string): number => /[.,;:!?'"]*$/.exec(said)![0].length

/**
 * Telephone numbers as ITU-T E.164 writes them. libphonenumber knows of each country how its numbers look, so that a date or the number
 * of an order is none; its smallest metadata (81 KB) are enough to tell.
 */
export async function findPhones(text: string, country: string): Promise<Found[]> {
  if (!/\d[\d\s()./-]{4,}\d|\+\d/.test(text)) return []
  const { findPhoneNumbersInText } = await readPhones()
  // Where Japanese touches a number there is no border for its reader.
  const apart = text.replace(/[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}ー]/gu, (it) => ' '.repeat(it.length))
  const found = findPhoneNumbersInText(apart, { defaultCountry: country as CountryCode, extended: true })
  return longest(
    found
      .filter(
        ({ number, startsAt, endsAt }) => number.isValid() && !/^\d{4}-\d{2}-\d{2}/.test(apart.slice(startsAt, endsAt)),
      )
      .map(({ startsAt, endsAt, number }) => ({ start: startsAt, end: endsAt, value: number.number, certain: true })),
  )
}

type Phones = typeof import('libphonenumber-js/min')
let phones: Phones | undefined

/** Read before the first number is looked for or shown, and by no process that never does. */
export async function readPhones(): Promise<Phones> {
  phones ??= await import('libphonenumber-js/min')
  return phones
}

/** A number as it is written in its country, where that is the slot's: `090-1234-5678`. Any other is shown with its country's code. */
export function shownPhone(value: string, country: string | undefined): string {
  const number = phones?.parsePhoneNumberFromString(value)
  if (!number?.isValid() || country === undefined) return value
  return number.country === country ? number.formatNational() : number.formatInternational()
}
