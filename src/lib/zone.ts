import { isZone } from './recurrence.ts'

/** Where Parley runs. */
export const zoneHere = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of a person: as their state says, else as their platform does; else that of where Parley runs. */
export async function zoneFor(
  said: string | undefined,
  asked: (() => Promise<string | undefined>) | undefined,
): Promise<string> {
  if (said !== undefined && isZone(said)) return said
  const told = await asked?.().catch(() => undefined)
  return told !== undefined && isZone(told) ? told : zoneHere
}
