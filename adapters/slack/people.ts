import { inUtc, withMoments } from '../../src/lib/moment.ts'
import { disarm } from './disarm.ts'

/** People in a view, who are shown as Slack shows them. */
const PERSON = /<@([a-z]+_[^<>\s]+)>/g

/**
 * Nothing in it is alive but the people it is about. Times say UTC: Slack documents its date markup for `mrkdwn`, and views are
 * `markdown` blocks (https://docs.slack.dev/messaging/formatting-message-text/#date-formatting).
 */
export function enlivened(view: string): string {
  const text = withMoments(view, inUtc)
  let safe = ''
  let from = 0
  for (const found of text.matchAll(PERSON)) {
    safe += disarm(text.slice(from, found.index)) + mention(found[1]!)
    from = found.index + found[0].length
  }
  return safe + disarm(text.slice(from))
}

/** Where nobody can be mentioned. */
export const bare = (text: string): string => withMoments(text.replaceAll(PERSON, '@$1'), inUtc)

/** As the bare uid when they are of another platform. */
export function mention(uid: string): string {
  const [, user] = /^slack_[TE][A-Z0-9]+_([UW][A-Z0-9]+)$/.exec(uid) ?? []
  return user ? `<@${user}>` : uid
}
