import type { Slot } from '../../model/slot.ts'
import { isoDay, offsetAt, wallClock } from './calendar.ts'
import { durationSeconds } from './durations.ts'
import type { Setting } from './found.ts'

/** Why a value will not do. */
export type SlotFault = 'small' | 'large' | 'past' | 'future' | 'currency' | 'long'

/** Whatever said it: a person, a button, a model, another scenario. */
export function slotFault(
  slot: Slot,
  { value, currency }: { value: string; currency?: string | undefined },
  setting: Setting,
): SlotFault | undefined {
  if (slot.list) {
    for (const one of JSON.parse(value) as string[]) {
      const fault = slotFault({ ...slot, list: false }, { value: one, currency }, setting)
      if (fault) return fault
    }
    return undefined
  }
  if (slot.type === 'text') return slot.max !== undefined && [...value].length > Number(slot.max) ? 'long' : undefined
  if (slot.currency && currency && currency !== slot.currency) return 'currency'
  if ((slot.future || slot.past) && !isWithin(slot, value, setting)) return slot.future ? 'past' : 'future'
  const n = comparable(value, setting)
  if (n === undefined) return undefined
  const least = slot.min === undefined ? undefined : comparable(String(slot.min), setting)
  const most = slot.max === undefined ? undefined : comparable(String(slot.max), setting)
  if (least !== undefined && n < least) return 'small'
  return most !== undefined && n > most ? 'large' : undefined
}

function isWithin(slot: Slot, value: string, setting: Setting): boolean {
  const today = isoDay(wallClock(setting).today)
  if (!value.includes('T')) return slot.future ? value >= today : value <= today
  return slot.future ? Date.parse(value) >= setting.now : Date.parse(value) <= setting.now
}

/**
 * A value as a number, so that two of a kind can be compared: numbers, days (also `today`) and moments (also `now`) in milliseconds,
 * times in minutes, durations (also `30m`) in seconds. Undefined of what has no order.
 */
export function comparable(value: string, setting: Pick<Setting, 'now' | 'timeZone'>): number | undefined {
  const text = value.trim()
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text)) return Number(text)
  if (text === 'now') return setting.now
  if (text === 'today') return startOf(isoDay(wallClock(setting).today), setting)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return startOf(text, setting)
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return valid(Date.parse(text))
  const time = /^(\d{1,2}):(\d{2})$/.exec(text)
  if (time) return Number(time[1]) * 60 + Number(time[2])
  const short = /^(\d+)([smhd])$/.exec(text)
  if (short) return Number(short[1]) * { s: 1, m: 60, h: 3600, d: 86_400 }[short[2] as 's' | 'm' | 'h' | 'd']
  return durationSeconds(text)
}

const startOf = (day: string, { timeZone }: Pick<Setting, 'timeZone'>): number | undefined => {
  const at = valid(Date.parse(`${day}T00:00Z`))
  return at === undefined ? undefined : at - offsetAt(at, timeZone) * 60_000
}

const valid = (n: number): number | undefined => (Number.isNaN(n) ? undefined : n)
