import { inUtc, withMoments } from '../../src/lib/moment.ts'
import { disarm } from './disarm.ts'

/** People and moments in a view, which are shown as Slack shows them: each reads times of their own zone. */
const PERSON = /<@([a-z]+_[^<>\s]+)>/g
const ALIVE = new RegExp(`${PERSON.source}|<t:\\d{1,11}(?::d)?>`, 'g')

/** Nothing in it is alive but the people and moments it is about. */
export function enlivened(text: string): string {
  let safe = ''
  let from = 0
  for (const found of text.matchAll(ALIVE)) {
    const alive = found[1] === undefined ? withMoments(found[0], dateOf) : mention(found[1])
    safe += disarm(text.slice(from, found.index)) + alive
    from = found.index + found[0].length
  }
  return safe + disarm(text.slice(from))
}

/** Where nobody can be mentioned, and times are of no zone of their own. */
export const bare = (text: string): string => withMoments(text.replaceAll(PERSON, '@$1'), inUtc)

/** https://docs.slack.dev/messaging/formatting-message-text/#date-formatting: behind the bar what clients show that know no dates. */
const dateOf = (at: number, isDay: boolean): string =>
  `<!date^${at / 1000}^${isDay ? '{date_short_pretty}' : '{date_short_pretty} {time}'}|${inUtc(at, isDay)}>`

/** As the bare uid when they are of another platform. */
export function mention(uid: string): string {
  const [, user] = /^slack_[TE][A-Z0-9]+_([UW][A-Z0-9]+)$/.exec(uid) ?? []
  return user ? `<@${user}>` : uid
}
