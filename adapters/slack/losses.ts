import { LatestMap } from '../../src/lib/latest.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Body } from './payloads.ts'

const WORKSPACES = 1000
/** Slack says so once in each minute that it lasts: https://docs.slack.dev/apis/events-api#rate_limiting */
const LASTS_MS = 2 * 60_000

/**
 * Slack tells an app at most 30,000 events of a workspace an hour, and of those beyond that only that they were: `app_rate_limited`.
 * They are lost, so whoever operates Parley hears of it while it lasts.
 */
export function createLosses({ log, now }: { log: Log; now: () => number }) {
  /** Until when it counts as lasting, by workspace. */
  const lasting = new LatestMap<string, number>(WORKSPACES)

  function heard({ team_id: team, minute_rate_limited: minute }: Body): void {
    if (!team) return
    const isNews = (lasting.get(team) ?? 0) <= now()
    lasting.set(team, now() + LASTS_MS)
    if (isNews) log.warn({ installation: team, minute }, LOST)
  }

  /** A sentence for each workspace of which events are being lost. */
  function* sentences(): Generator<string> {
    for (const [team, until] of lasting) {
      if (until > now())
        yield `Slack withholds events of ${team} (app_rate_limited): unsubscribe from what is not needed`
    }
  }

  return { heard, now: () => [...sentences()] }
}

const LOST =
  'Slack withholds events of this workspace, because there are more than it tells an app in an hour: what people write there may stay unanswered until it ends. Take the app out of busy channels in which nobody asks it.'
