import { isZone } from '../lib/recurrence.ts'
import type { AnswerDraft } from './draft.ts'

/** Where Parley runs. */
export const zoneHere = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of a person: as their state says, else as their platform does; else that of where Parley runs. */
export async function zoneOf({ state, request }: Pick<AnswerDraft, 'state' | 'request'>): Promise<string> {
  const said = state.values['timeZone']
  if (said !== undefined && isZone(said)) return said
  const told = await request.timeZone?.().catch(() => undefined)
  return told !== undefined && isZone(told) ? told : zoneHere
}
