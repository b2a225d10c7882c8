import { parseXml } from './xml.ts'

/** A number of a cell as its style shows it, as far as it is a date or a share. */
export type Shown = (value: string, style: number) => string

/** Formats with a number and no text: 14 to 22 and 45 to 47 are dates and times, 9 and 10 shares (ECMA-376, 18.8.30). */
const builtIn = (id: number): Kind =>
  (id >= 14 && id <= 22) || (id >= 45 && id <= 47) ? 'date' : id === 9 || id === 10 ? 'share' : 'plain'
type Kind = 'date' | 'share' | 'plain'

export function readStyles(xml: string, is1904: boolean): Shown {
  const own = new Map<number, Kind>()
  const kinds: Kind[] = []
  let inCells = false
  parseXml(xml, {
    open(name, attributes) {
      const id = Number(attributes['numFmtId'] ?? 0)
      if (name === 'numFmt') own.set(id, kindOfFormat(attributes['formatCode'] ?? ''))
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) kinds.push(own.get(id) ?? builtIn(id))
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return (value, style) => {
    const n = Number(value)
    if (value.trim() === '' || !Number.isFinite(n)) return value
    const kind = kinds[style] ?? 'plain'
    if (kind === 'date') return dateOf(n, is1904)
    return kind === 'share' ? `${rounded(n * 100)}%` : rounded(n)
  }
}

/** What stands in quotation marks, brackets or behind a backslash is shown as it is. */
function kindOfFormat(code: string): Kind {
  const bare = code.replace(/"[^"]*"|\[(?!h+\]|m+\]|s+\])[^\]]*\]|\\.|_./gi, '')
  if (/[ymdhs]/i.test(bare) && !/^general$/i.test(bare.trim())) return 'date'
  return bare.includes('%') ? 'share' : 'plain'
}

/** As the program shows it, which computes with more digits than it has. */
const rounded = (n: number): string => String(Number(n.toPrecision(15)))

/** Days since the end of 1899 (with a 29 February 1900 that never was), or since the beginning of 1904. */
function dateOf(days: number, is1904: boolean): string {
  const from1900 = is1904 ? days + 1462 : days < 60 ? days + 1 : days
  const time = new Date(Math.round((from1900 - 25_569) * 86_400_000))
  if (Number.isNaN(time.getTime()) || days < 0 || days > 2_958_466) return rounded(days)
  const [date, clock] = [time.toISOString().slice(0, 10), time.toISOString().slice(11, 19).replace(/:00$/, '')]
  if (days < 1) return clock
  return clock === '00:00' ? date : `${date} ${clock}`
}
