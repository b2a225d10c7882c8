/** A stretch of a line that makes sense only whole; `end` is Infinity while it is not known where, or whether, it ends. */
export interface Span {
  start: number
  end: number
}

/** What has not ended after so many characters is plain text, for good. */
const maxSpan = 200
const maxUrl = 500
/** The part of a link in parentheses: unmistakable, so worth a longer wait. */
const maxTarget = 1000

const unknown = Infinity
const plain = undefined

/**
 * Links, bare URLs, `<…>` tokens, inline code and emphasis in `text.slice(from, to)`, a stretch of one line. Each decision is
 * made left to right and from a bounded stretch behind the span's start. So as text grows nothing found before changes: only
 * the last span, if its end is unknown, gets one or turns out to be plain text.
 */
export function findSpans(text: string, from: number, to: number): Span[] {
  const spans: Span[] = []
  const codeEnds = new Map<number, number | undefined>()
  const special = /[\\`[<hH*_~]/g
  let at = from
  while (at < to) {
    special.lastIndex = at
    const found = special.exec(text)
    if (!found || found.index >= to) break
    at = found.index
    const end = spanEnd(at)
    if (end !== plain) spans.push({ start: at, end })
    at = end ?? runEnd(at)
  }
  return spans

  function spanEnd(start: number): number | undefined {
    const char = text[start]!
    if (char === '\\') return start + 1 < to ? start + 2 : unknown
    if (char === '`') return codeEnd(start)
    if (char === '[') return linkEnd(start)
    if (char === '<') return tokenEnd(start)
    if (char === 'h' || char === 'H') return urlEnd(start)
    return emphasisEnd(start)
  }

  /** Behind the run of equal characters at `start`; only runs of markers are taken together. */
  function runEnd(start: number): number {
    let end = start + 1
    if ('`*_~'.includes(text[start]!)) while (end < to && text[end] === text[start]) end++
    return end
  }

  /** What a search that stopped at `at` has found out: nothing yet if the text ended too early. */
  function notFound(at: number): number | undefined {
    return at >= to ? unknown : plain
  }

  function codeEnd(start: number): number | undefined {
    if (!codeEnds.has(start)) codeEnds.set(start, findCodeEnd(start))
    return codeEnds.get(start)
  }

  function findCodeEnd(start: number): number | undefined {
    const open = runEnd(start)
    if (open === to) return unknown
    let at = open
    while (at < to && at < start + maxSpan) {
      if (text[at] !== '`') {
        at++
        continue
      }
      const end = runEnd(at)
      if (end === to) return unknown
      if (end - at === open - start) return end
      at = end
    }
    return notFound(at)
  }

  function linkEnd(start: number): number | undefined {
    const label = closing(start, '[', ']', maxSpan)
    if (label === plain || label === unknown) return label
    if (label === to) return unknown
    return text[label] === '(' ? closing(label, '(', ')', maxTarget) : plain
  }

  function closing(start: number, open: string, close: string, max: number): number | undefined {
    let depth = 0
    let at = start
    for (; at < to && at < start + max; at++) {
      if (text[at] === '\\') at++
      else if (text[at] === open) depth++
      else if (text[at] === close && --depth === 0) return at + 1
    }
    return notFound(at)
  }

  function tokenEnd(start: number): number | undefined {
    if (start + 1 === to) return unknown
    if (!/[@#!:/a-z]/i.test(text[start + 1]!)) return plain
    let at = start + 1
    for (; at < to && at < start + maxSpan; at++) {
      if (text[at] === '>') return at + 1
      if (/[\s<]/.test(text[at]!)) return plain
    }
    return notFound(at)
  }

  function urlEnd(start: number): number | undefined {
    if (isWord(text[start - 1]) && start > from) return plain
    const head = text.slice(start, Math.min(to, start + 8)).toLowerCase()
    const scheme = ['https://', 'http://'].find((known) => known.startsWith(head) || head.startsWith(known))
    if (!scheme) return plain
    let at = start + scheme.length
    if (at >= to) return unknown
    while (at < to && at < start + maxUrl && !/[\s<>"`\u3000-\u303f\uff00-\uff65]/.test(text[at]!)) at++
    return at === to ? unknown : at
  }

  function emphasisEnd(start: number): number | undefined {
    const char = text[start]!
    const open = runEnd(start)
    if (open === to) return unknown
    const isIntraword =
      isWord(text[start - 1]) && start > from && (char === '_' || (open - start === 1 && isWord(text[open])))
    if (isIntraword || /\s/.test(text[open]!) || (char === '~' && open - start !== 2)) return plain
    let at = open
    while (at < to && at < start + maxSpan) {
      if (text[at] === '\\') {
        at += 2
      } else if (text[at] === '`') {
        const end = codeEnd(at)
        if (end === unknown) return unknown
        at = end ?? runEnd(at)
      } else if (text[at] === char) {
        const end = runEnd(at)
        if (end === to) return unknown
        const closes = end - at === open - start && !/\s/.test(text[at - 1]!)
        if (closes && !(char === '_' && isWord(text[end]))) return end
        at = end
      } else {
        at++
      }
    }
    return notFound(at)
  }
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && /[A-Za-z0-9]/.test(char)
}
