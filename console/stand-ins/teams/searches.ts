import { isRecord, type Json } from '../shared/json.ts'
import { Mistake } from '../shared/mistake.ts'
import type { Activities } from './activity.ts'
import type { Deliveries } from './delivery.ts'
import { readAttachments } from './forms/attachments.ts'
import { ADAPTIVE } from './forms/card.ts'
import type { Interactions } from './interactions.ts'
import type { Limits } from './limits.ts'
import { searchesOf } from './manifest.ts'
import type { Shown } from './records.ts'
import { refuse } from './refusal.ts'
import type { Seat } from './seat.ts'
import type { Found, Insert, SearchFor, SearchResult } from './view.ts'
import type { World } from './world.ts'

/** Searching in the compose box by an app, wherever that is, and putting what was found into a message. */
export interface Searches {
  /** Without a text: as Teams does before anything is typed, where the app wants that. */
  search(what: SearchFor): Promise<SearchResult>
  /** Gives the id of the message. */
  insert(what: Insert): string
}

/** As many results as Teams asks for at once. */
const COUNT = 25
const PREVIEWS = new Set(['application/vnd.microsoft.card.hero', 'application/vnd.microsoft.card.thumbnail'])

const bad = (why: string): never => refuse(400, 'BadArgument', why)

export function createSearches(parts: {
  world: World
  seat: Seat
  activities: Activities
  deliveries: Deliveries
  interactions: Interactions
  limits: Limits
}): Searches {
  const { world, seat, activities, deliveries, interactions, limits } = parts
  /** By person: what their last search has brought, by its id. */
  const brought = new Map<string, Map<string, Shown>>()

  /** The results that people see; throws a Refusal of an answer that Teams would not show. */
  function read({ composeExtension }: Json, from: number): { say: string } | { cards: Shown[]; found: Found[] } {
    if (!isRecord(composeExtension)) return bad('The answer needs composeExtension')
    const { type, text, attachmentLayout, attachments } = composeExtension
    if (type === 'message') {
      if (typeof text !== 'string' || text.trim() === '') return bad('A message needs a text')
      return { say: text }
    }
    if (type !== 'result') return bad(`Answers of the type ${String(type)} are not known here`)
    if (attachmentLayout !== 'list' && attachmentLayout !== 'grid') return bad('attachmentLayout must be list or grid')
    if (!Array.isArray(attachments)) return bad('A result needs attachments')
    if (attachments.length > COUNT) return bad(`At most ${COUNT} results were asked for`)
    const found = attachments.map((one, index) => ({ id: String(from + index), ...previewOf(one) }))
    return { cards: attachments.flatMap((one) => readAttachments([one], limits)), found }
  }

  async function search({ user, conversation, root, command, text, skip = 0 }: SearchFor): Promise<SearchResult> {
    const place = seat.placeOf(user, conversation)
    const known = searchesOf(world.manifest).find(({ id }) => id === command)
    if (!known) throw new Mistake('The app has no such search', 404)
    if (text === undefined && !known.initialRun) throw new Mistake('The app is not asked before something is typed')
    if (!Number.isSafeInteger(skip) || skip < 0) throw new Mistake('skip must be a number')
    const typed =
      text === undefined ? { name: 'initialRun', value: 'true' } : { name: known.parameter.name, value: text }
    const action = { commandId: command, parameters: [typed], queryOptions: { skip, count: COUNT } }
    const origin = { user, place, ...(root !== undefined && { root }), action }
    let found: Found[] = []
    const outcome = await interactions.query(origin, action, (answer) => {
      const told = read(answer, skip)
      if ('say' in told) return told.say
      const all = skip === 0 ? new Map<string, Shown>() : (brought.get(user) ?? new Map<string, Shown>())
      for (const [index, card] of told.cards.entries()) all.set(told.found[index]!.id, card)
      brought.set(user, all)
      found = told.found
      return undefined
    })
    const { state, say } = outcome
    return { state, found, ...(say !== undefined && { say }) }
  }

  function insert({ user, conversation, root, found, text = '' }: Insert): string {
    const place = seat.placeOf(user, conversation)
    const card = brought.get(user)?.get(found)
    if (!card) throw new Mistake('Nothing of that was found', 404)
    const post = seat.write({ user, conversation, text, ...(root !== undefined && { root }) }, [card])
    if (seat.isHeard(post, place)) void deliveries.send(activities.message(post, place))
    return post.id
  }

  return { search, insert }
}

/** How a result looks in the list. */
function previewOf(attachment: unknown): { title: string; text: string } {
  if (!isRecord(attachment)) return bad('A result must be an object')
  const { contentType, content, preview } = attachment
  if (preview === undefined && contentType === ADAPTIVE) return bad('An Adaptive Card needs a preview')
  const { contentType: kind, content: shown } = isRecord(preview) ? preview : { contentType, content }
  if (!PREVIEWS.has(String(kind)) || !isRecord(shown)) return bad('A preview must be a hero or thumbnail card')
  const { title = '', text = '', buttons, tap } = shown
  if (typeof title !== 'string' || typeof text !== 'string') return bad('Title and text of a preview must be strings')
  if (title === '' && text === '') return bad('A preview needs a title or a text')
  if (buttons !== undefined || (isRecord(tap) && tap['type'] !== 'invoke')) return bad('A preview has no buttons')
  return { title, text }
}
