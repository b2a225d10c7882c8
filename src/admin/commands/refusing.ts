import type { RefusingPlace } from '../../store/refusals.ts'
import { type CommandUse, say } from './call.ts'
import { refusing as sentences } from './words/index.ts'

const maxListed = 10

/** The places of the caller's account that refuse answers, a line each; nothing where there are none. */
export async function refusingLines(call: CommandUse): Promise<string[]> {
  const { parts, caller } = call
  const own: RefusingPlace[] = []
  for (const place of await parts.store.refusals.list()) {
    const owner = await parts.store.places.accountOf(place.platform, place.installation)
    if (owner === caller.account) own.push(place)
  }
  if (own.length === 0) return []
  const rest = own.length - maxListed
  return [
    `\n⚠️ ${say(call, sentences.refusing)}`,
    ...own.slice(0, maxListed).map((place) => `- ${say(call, sentences.refusingPlace(place))}`),
    ...(rest > 0 ? [say(call, sentences.moreRefusing(rest))] : []),
  ]
}
