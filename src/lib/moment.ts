/**
 * A moment in the text of a view, in seconds since 1970: whoever shows the view writes it as its reader reads times. The mark is
 * Discord's own (https://docs.discord.com/developers/reference#message-formatting).
 */
export const moment = (at: number): string => `<t:${Math.floor(at / 1000)}>`

/** The day of it alone. */
export const day = (at: number): string => `<t:${Math.floor(at / 1000)}:d>`

const mark = /<t:(\d{1,11})(:d)?>/g

/** A line in which all formatting was taken away, of whose moments somebody else has to write what they are. */
export const revived = (line: string): string => line.replaceAll(/\\<t:(\d{1,11})(:d)?\\>/g, '<t:$1$2>')

/** A text with its moments written by somebody who knows how its reader reads them. `at`: in milliseconds. */
export function withMoments(text: string, write: (at: number, isDay: boolean) => string): string {
  return text.replaceAll(mark, (_, seconds: string, style?: string) =>
    write(Number(seconds) * 1000, style !== undefined),
  )
}

/** `2026-11-22 18:04 UTC`, for a reader whose zone nobody knows. */
export function inUtc(at: number, isDay = false): string {
  const text = new Date(at).toISOString()
  return isDay ? text.slice(0, 10) : `${text.slice(0, 16).replace('T', ' ')} UTC`
}

/** As a language writes it, in a zone of the IANA database; without one, in that of this machine. Unknown zones read UTC. */
export function inZone(language: string, timeZone?: string): (at: number, isDay: boolean) => string {
  return (at, isDay) => {
    try {
      return new Intl.DateTimeFormat(language, {
        dateStyle: 'medium',
        ...(!isDay && { timeStyle: 'short' as const }),
        ...(timeZone && { timeZone }),
      }).format(at)
    } catch {
      return inUtc(at, isDay)
    }
  }
}
