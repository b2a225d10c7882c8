import { zoneFor } from '../lib/zone.ts'
import type { AnswerDraft } from './draft.ts'

/** The time zone by which whoever asks is answered. */
export const zoneOf = ({ state, request }: Pick<AnswerDraft, 'state' | 'request'>): Promise<string> =>
  zoneFor(state.values['timeZone'], request.timeZone)
