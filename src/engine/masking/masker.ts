import type { Language } from '../../lib/language.ts'
import type { MaskKind } from '../../model/safety.ts'
import { sentences } from '../words/index.ts'
import { assignedName, formats, isCard, pem, unseen } from './formats.ts'

/** Masks secrets in a text that arrives in pieces. */
export interface Masker {
  /** What may be shown now: never the beginning of what may yet turn out to be a secret. */
  push(text: string): string
  /** The rest. */
  end(): string
  /** How many were masked. */
  readonly count: number
}

/** A longer run of characters without a space is shown as far as it is no secret, and the rest of one that is goes with it. */
const maxHeld = 16_384
const runCharacter = /[A-Za-z0-9_.+/=~:$@%\\\u00ad\u200b-\u200d\u2060\ufeff-]/
const openPem = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\\\s>:,.()-]*$/
/** A line of PEM that is only beginning. */
const startOfPem = /-{1,5}(?:B(?:E(?:G(?:I(?:N(?: [A-Z0-9 ]{0,64}-{0,4})?)?)?)?)?)?$/
const startOfAssignment = new RegExp(
  `${assignedName}["'\`]?(?:\\s{0,3}(?:[:=：]\\s{0,3}["'\`]?[\\w+/.~$%=-]{0,512})?)?$|パ(?:ス(?:ワー?)?)?$`,
  'i',
)
const digitsAtEnd = /[0-9０-９](?:(?:[ \u00a0　.－-]|\r?\n)?[0-9０-９]){0,30}(?:[ \u00a0　.－-]|\r?\n?)?$/

export function createMasker(kinds: readonly MaskKind[], language: Language): Masker {
  const labels = sentences.masked
  let pending = ''
  let count = 0
  /** The end of a run whose beginning was a secret, and which is longer than what is held. */
  let isInside = false

  const hidden = (kind: MaskKind) => {
    count++
    return labels(kind)[language]
  }

  function masked(text: string): string {
    const { seen, at } = asSeen(text)
    let shown = ''
    let done = 0
    for (const { kind, start, end } of secretsIn(seen, kinds)) {
      if (at(start) < done) continue
      shown += text.slice(done, at(start)) + hidden(kind)
      done = at(end - 1) + 1
    }
    return shown + text.slice(done)
  }

  /** Where what may yet become a secret begins. */
  function heldFrom(text: string): number {
    const last = text.slice(-maxHeld)
    const offset = text.length - last.length
    const starts = [last.length]
    if (kinds.includes('privateKeys')) starts.push(last.search(openPem), last.search(startOfPem))
    if (kinds.includes('tokens'))
      starts.push(last.slice(-700).search(startOfAssignment) + Math.max(0, last.length - 700))
    if (kinds.includes('cards')) starts.push(last.search(digitsAtEnd))
    return offset + runStart(last, Math.min(...starts.filter((at) => at >= 0)))
  }

  return {
    push(text) {
      let added = text
      if (isInside) {
        added = added.slice(runEnd(added))
        if (added === '') return ''
        isInside = false
      }
      pending += added
      const from = pending.length > maxHeld ? pending.length : heldFrom(pending)
      const before = count
      const shown = masked(pending.slice(0, from))
      if (from > maxHeld && count > before && runStart(pending, from) < from) isInside = true
      pending = pending.slice(from)
      return shown
    },
    end() {
      const shown = masked(pending)
      pending = ''
      return shown
    },
    get count() {
      return count
    },
  }
}

/** A text as a reader sees it, and where each of its characters stands. */
function asSeen(text: string): { seen: string; at: (index: number) => number } {
  const seen = text.replace(unseen, '')
  if (seen.length === text.length) return { seen, at: (index) => index }
  const places: number[] = []
  let from = 0
  for (const { index, 0: gone } of [...text.matchAll(unseen), { index: text.length, 0: '' }]) {
    for (let place = from; place < index; place++) places.push(place)
    from = index + gone.length
  }
  return { seen, at: (index) => places[index]! }
}

interface Secret {
  kind: MaskKind
  start: number
  end: number
}

/** In the order in which they begin; of several that begin at the same place, the longest first. */
function secretsIn(text: string, kinds: readonly MaskKind[]): Secret[] {
  const found: Secret[] = []
  const add = (kind: MaskKind, { index, 0: { length } }: { index: number; 0: string }) =>
    found.push({ kind, start: index, end: index + length })
  for (const kind of kinds) {
    if (kind === 'privateKeys') {
      for (const match of text.matchAll(pem.whole)) {
        if (pem.body.test(match[0].replace(pem.begin, ''))) add(kind, match)
      }
    }
    for (const match of text.matchAll(formats[kind])) if (kind !== 'cards' || isCard(match[0])) add(kind, match)
  }
  return found.sort((a, b) => a.start - b.start || b.end - a.end)
}

/** Where the run begins that reaches up to `at`. */
function runStart(text: string, at: number): number {
  let start = at
  while (start > 0 && runCharacter.test(text[start - 1]!)) start--
  return start
}

function runEnd(text: string): number {
  let end = 0
  while (end < text.length && runCharacter.test(text[end]!)) end++
  return end
}
