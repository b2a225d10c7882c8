import type { Slot } from '../../model/slot.ts'

/** A slot that may be filled from a text. */
export interface Wanted {
  name: string
  slot: Slot
  /** Its question has just been asked. */
  isAsked: boolean
  /** What it holds already: a correction of half of it keeps the other half. */
  held?: string | undefined
  /** The day that was said of a moment, until its time is too. */
  day?: string | undefined
}
