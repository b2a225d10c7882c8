import { disarm } from './disarm.ts'

/** People in a view, who are shown as Slack shows them. */
const PERSON = /<@([a-z]+_[^<>\s]+)>/g

/** Nothing in it is alive but the people it is about. */
export function withPeople(text: string): string {
  let safe = ''
  let from = 0
  for (const found of text.matchAll(PERSON)) {
    safe += disarm(text.slice(from, found.index)) + mention(found[1]!)
    from = found.index + found[0].length
  }
  return safe + disarm(text.slice(from))
}

/** Where nobody can be mentioned. */
export const bare = (text: string): string => text.replaceAll(PERSON, '@$1')

/** As the bare uid when they are of another platform. */
export function mention(uid: string): string {
  const [, user] = /^slack_[TE][A-Z0-9]+_([UW][A-Z0-9]+)$/.exec(uid) ?? []
  return user ? `<@${user}>` : uid
}
