import type { Language } from '../../lib/language.ts'
import type { MaskKind } from '../../model/safety.ts'
import { sentences } from '../words/index.ts'
import { assignedName, formats, isCard, pem } from './formats.ts'

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
const runCharacter = /[A-Za-z0-9_.+/=~:$@%-]/
const openPem = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\\\s>:,.()-]*$/
/** A line of PEM that is only beginning. */
const startOfPem = /-{1,5}(?:B(?:E(?:G(?:I(?:N(?: [A-Z0-9 ]{0,64}-{0,4})?)?)?)?)?)?$/
const startOfAssignment = new RegExp(
  `${assignedName}["'\`]?(?:\\s{0,3}(?:[:=：]\\s{0,3}["'\`]?[\\w+/.~$%=-]{0,512})?)?$|パ(?:ス(?:ワー?)?)?$`,
  'i',
)
const digitsAtEnd = /[0-9０-９](?:[ \u00a0　.－-]?[0-9０-９]){0,30}[ \u00a0　.－-]?$/

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
    let shown = text
    if (kinds.includes('privateKeys')) {
      shown = shown.replace(pem.whole, (whole) =>
        pem.body.test(whole.replace(pem.begin, '')) ? hidden('privateKeys') : whole,
      )
    }
    for (const kind of kinds) {
      shown = shown.replace(formats[kind], (found) => (kind !== 'cards' || isCard(found) ? hidden(kind) : found))
    }
    return shown
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
