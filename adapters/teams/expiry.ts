import type { Kept } from './credentials.ts'

const DAY_MS = 24 * 3_600_000
/** Long enough to have a new one made where that takes a form and a signature. */
const SOON_MS = 21 * DAY_MS

/** That what the app shows ends soon, or has; undefined while there is nothing to say. */
export function endOf(
  kept: Kept,
  endsAt: number | undefined,
  now: number,
): { isOver: boolean; say: string } | undefined {
  if (endsAt === undefined || endsAt > now + SOON_MS) return undefined
  const what = kept.kind === 'certificate' ? 'certificate' : 'client secret'
  const how =
    kept.kind === 'certificate'
      ? 'Upload a new one under Certificates & secrets of the app, and put it with its key into the file of TEAMS_CERTIFICATE_FILE: it is read again within the hour'
      : 'Make a new one under Certificates & secrets of the app, and set it and TEAMS_APP_PASSWORD_EXPIRES'
  const day = new Date(endsAt).toISOString().slice(0, 10)
  const isOver = endsAt <= now
  const days = Math.max(1, Math.floor((endsAt - now) / DAY_MS))
  const when = isOver ? `ended on ${day}` : `ends on ${day}, in ${days} ${days === 1 ? 'day' : 'days'}`
  return { isOver, say: `the ${what} of the app ${when}. ${how}` }
}
