import type { Log } from '../../src/ports/log.ts'
import type { Route, RouteResponse } from '../../src/ports/route.ts'
import { type Activity, activitySchema } from './payloads.ts'

/** How an activity is answered: an invoke with a body, everything else with its status alone. */
export interface Answered {
  status: number
  body?: object
}

/** Whether an activity came from where it says. `trouble`: that cannot be told now. */
export type Authenticate = (
  activity: Pick<Activity, 'channelId' | 'serviceUrl'>,
  authorization: string,
  address: string,
) => Promise<'ok' | 'denied' | 'trouble'>

const MAX_BYTES = 256 * 1024

/**
 * The messaging endpoint. Whoever is not Teams learns nothing from it: there are no reasons in its answers. `deliver` rejects
 * when Teams is to send the activity again.
 */
export function createMessagesRoute(parts: {
  authenticate: Authenticate
  deliver: (activity: Activity) => Promise<Answered>
  /** Nobody is asked who they are: what a browser sends may be any page's, also on this machine. */
  trusting: boolean
  log: Log
}): Route {
  const { authenticate, deliver, trusting, log } = parts
  return {
    method: 'POST',
    path: '/api/messages',
    async handle({ headers, rawBody, address }) {
      if (rawBody.length > MAX_BYTES) return answer(413)
      if (trusting && headers['origin'] !== undefined) return answer(401)
      const activity = parse(rawBody)
      const verdict = await authenticate(
        activity ?? { serviceUrl: '' },
        String(headers['authorization'] ?? ''),
        address,
      )
      if (verdict !== 'ok') return answer(verdict === 'denied' ? 401 : 503)
      if (!activity) return answer(400)
      try {
        const { status, body } = await deliver(activity)
        return answer(status, body)
      } catch (err) {
        log.error({ err }, 'an activity from Teams could not be taken in')
        return answer(500)
      }
    },
  }
}

function answer(status: number, body?: object): RouteResponse {
  return body
    ? { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) }
    : { status, body: '' }
}

function parse(rawBody: Buffer): Activity | undefined {
  try {
    const read = activitySchema.safeParse(JSON.parse(rawBody.toString('utf8')))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}
