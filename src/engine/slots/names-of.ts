import type { Slot } from '../../model/slot.ts'
import type { Choice } from './phrases.ts'

const to = ['to', 'に', 'へ', '宛て', '宛']
const from = ['from', 'starting', 'since', 'から']
const until = ['until', 'till', 'to', 'through', 'まで']

/** By what words a slot of such a name is told from others, unless its author says so. */
const usualCues: Readonly<Record<string, readonly string[]>> = {
  to,
  recipient: to,
  payee: to,
  from,
  start: from,
  begin: from,
  check_in: from,
  checkin: from,
  until,
  end: until,
  check_out: until,
  checkout: until,
  with: ['with', 'と'],
  doctor: ['with', 'see', 'に'],
  guest: ['with'],
  for: ['for'],
  name: ['my name is', 'i am', "i'm", 'this is', 'name is'],
}

export function cuesOf(name: string, { cues }: Slot): readonly string[] {
  return cues === undefined ? (usualCues[name.toLowerCase()] ?? []) : [cues].flat()
}

/** What is written of a slot, in every language. */
export const textsOf = (written: Slot['label']): readonly string[] =>
  written === undefined ? [] : typeof written === 'string' ? [written] : Object.values(written).flat()

const choices = new WeakMap<object, readonly Choice[]>()

/** What may be chosen, each by its own name first. */
export function choicesOf({ values }: Slot): readonly Choice[] {
  if (!values) return []
  let known = choices.get(values)
  if (!known) {
    known = Array.isArray(values)
      ? values.map((value) => ({ value, names: [value] }))
      : Object.entries(values).map(([value, synonyms]) => ({ value, names: [value, ...[synonyms].flat()] }))
    choices.set(values, known)
  }
  return known
}
