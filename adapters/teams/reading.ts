import type { MessageRef, ReadMessage } from '../../src/model/message.ts'
import type { Budget, Scope } from '../../src/ports/budget.ts'
import type { Outcome } from '../../src/ports/outcome.ts'
import type { History, LinkedMessage, Reading, Stretch } from '../../src/ports/reading.ts'
import type { Grants } from './grants.ts'
import type { Graph } from './graph.ts'
import { outcomeOf } from './outcome.ts'
import { conversationPlace, messageRef, readMessageRef, readTalk, threadIn, threadOf } from './places.ts'
import { type ReadAt, readMessage } from './read-message.ts'
import type { Talks } from './talks.ts'

/** Documented: the most of one page. Newest first, so that one holds the end of any thread. */
const PAGE = 50
/** Documented: requests a second about one team or chat, and of an app in a tenant. */
const IN_TALK = 4
const IN_TENANT = 20

const NOWHERE = { refused: { code: 'unsupported', detail: 'Teams lets nobody read this conversation' } } as const
const NO_GRANT = { refused: { code: 'forbidden', detail: 'the app has no grant to read there' } } as const

interface Where {
  at: ReadAt
  /** Of Graph: of a team's channel, or of a chat. */
  path: string
  /** Whose grant it is: the team's or the chat's. */
  granting: string
}

/**
 * What was said, read at Microsoft Graph: a channel's thread in two calls, anything else in one. It takes a grant of the team or chat, or of the
 * tenant; where there is none, nobody is asked for an hour.
 */
export function createReading(parts: {
  graph: Graph
  talks: Talks
  grants: Grants
  app: string | undefined
  budget: Pick<Budget, 'tryTake'>
}): Reading {
  const { graph, talks, grants, app, budget } = parts

  async function whereIs(talk: string, signal: AbortSignal): Promise<Outcome<Where>> {
    const read = readTalk(talk as Parameters<typeof readTalk>[0])
    const note = read && (await talks.find(read.tenant, read.conversation))
    if (!read || !note || note.kind === 'personal') return NOWHERE
    const { tenant, conversation } = read
    const at: ReadAt = { tenant, conversation, kind: note.kind, serviceUrl: note.serviceUrl, app }
    const chat = `chats/${encodeURIComponent(conversation)}`
    if (note.kind === 'group') return { ok: { at, path: `${chat}/messages`, granting: conversation } }
    const group = await talks.groupOf(tenant, note, signal)
    if ('unknown' in group) return group
    if (group.ok === undefined) return NOWHERE
    const path = `teams/${group.ok}/channels/${encodeURIComponent(conversation)}/messages`
    return { ok: { at, path, granting: group.ok } }
  }

  async function get(where: Where, path: string, signal: AbortSignal): Promise<Outcome<Record<string, unknown>>> {
    const { at, granting } = where
    if (grants.isDenied(at.tenant, granting)) return NO_GRANT
    const scopes: Scope[] = [
      { key: `teams:${at.tenant}:read:${granting}`, name: 'talk read', limit: IN_TALK, windowMs: 1000 },
      { key: `teams:${at.tenant}:read`, name: 'tenant read', limit: IN_TENANT, windowMs: 1000 },
    ]
    const taken = await budget.tryTake(scopes, 'normal')
    if (taken !== 'ok') return { limited: { retryAt: taken.retryAt, scope: scopes[0]! } }
    const outcome = outcomeOf(await graph.get(at.tenant, path, signal), scopes[0]!, (answer) => answer)
    if ('ok' in outcome) await grants.given(at.tenant, granting)
    else if ('refused' in outcome && outcome.refused.code === 'forbidden') await grants.denied(at.tenant, granting)
    return outcome
  }

  async function thread(of: Stretch, where: Where, root: string, signal: AbortSignal): Promise<Outcome<History>> {
    const isRootWanted = of.root === true || of.from === undefined
    const [began, replies] = await Promise.all([
      isRootWanted ? get(where, `${where.path}/${root}`, signal) : undefined,
      pages(of, where, `${where.path}/${root}/replies?$top=${PAGE}`, of.calls - (isRootWanted ? 1 : 0), signal),
    ])
    if (began && !('ok' in began)) return began
    if (!('ok' in replies)) return replies
    const first = began ? readMessage(began.ok, where.at) : undefined
    return { ok: historyOf(of, first, replies.ok, replies.ok.calls + (began ? 1 : 0)) }
  }

  /** Newest first, until there are as many as are wanted from before the question, or none are left. */
  async function pages(of: Stretch, where: Where, first: string, most: number, signal: AbortSignal) {
    const messages: ReadMessage[] = []
    let next: string | undefined = first
    let calls = 0
    let isAll = false
    while (next !== undefined && calls < Math.max(1, most)) {
      const page: Outcome<Record<string, unknown>> = await get(where, next, signal)
      if (!('ok' in page)) {
        if (calls === 0) return page
        break
      }
      calls++
      const { value, '@odata.nextLink': more } = page.ok
      const said = (Array.isArray(value) ? value : []).flatMap((one) => readMessage(one, where.at) ?? [])
      messages.push(...said)
      next = typeof more === 'string' ? more : undefined
      isAll = next === undefined || said.some((one) => isOlder(one, of))
      if (isAll || messages.filter((one) => isWanted(one, of)).length >= of.limit) break
    }
    return { ok: { messages, calls, isAll } }
  }

  async function history(of: Stretch, signal: AbortSignal): Promise<Outcome<History>> {
    const found = await whereIs(of.talk, signal)
    if (!('ok' in found)) return found
    const where = found.ok
    const { root } = readTalk(of.talk)!
    if (root !== undefined) return thread(of, where, root, signal)
    const ordered = where.at.kind === 'group' ? '&$orderby=createdDateTime desc' : ''
    const read = await pages(of, where, `${where.path}?$top=${PAGE}${ordered}`, of.calls, signal)
    return 'ok' in read ? { ok: historyOf(of, undefined, read.ok, read.ok.calls) } : read
  }

  return {
    history,

    async message(ref: MessageRef, signal): Promise<Outcome<ReadMessage | undefined>> {
      const { tenant, conversation, id } = readMessageRef(ref)
      const there = await whereIs(conversationPlace(tenant, conversation), signal)
      if (!('ok' in there)) return there
      const where = there.ok
      const root = threadIn(conversation)
      const isReply = root !== undefined && root !== id
      const found = await get(where, isReply ? `${where.path}/${root}/replies/${id}` : `${where.path}/${id}`, signal)
      if ('ok' in found) return { ok: readMessage(found.ok, where.at) }
      return 'refused' in found && found.refused.code === 'gone' ? { ok: undefined } : found
    },

    linked,
  }
}

/** An event id ends with the time of its message in milliseconds, which is its id. */
const idOf = (eventId: string): number => Number(eventId.slice(eventId.lastIndexOf(':') + 1))

const isBefore = ({ eventId }: ReadMessage, { before }: Stretch): boolean =>
  before === undefined || idOf(eventId!) < idOf(before)

function isOlder({ eventId, at }: ReadMessage, { from, since }: Stretch): boolean {
  return (from !== undefined && idOf(eventId!) < idOf(from)) || (since !== undefined && (at ?? 0) < since)
}

const isWanted = (one: ReadMessage, of: Stretch): boolean => isBefore(one, of) && !isOlder(one, of)

function historyOf(
  of: Stretch,
  first: ReadMessage | undefined,
  { messages, isAll }: { messages: ReadMessage[]; isAll: boolean },
  calls: number,
): History {
  const wanted = messages.filter((one) => isWanted(one, of)).sort((a, b) => idOf(a.eventId!) - idOf(b.eventId!))
  const allFrom = isAll ? undefined : wanted[0]?.eventId
  const began = first && isBefore(first, of) ? [first] : []
  return { messages: [...began, ...wanted], isWhole: true, ...(allFrom !== undefined && { allFrom }), calls }
}

const LINK =
  /https:\/\/teams\.(?:cloud\.)?microsoft(?:\.com|\.us)?\/l\/message\/([^\s/?)>\]]+)\/(\d{10,})(\?[^\s)>\],]*[^\s)>\],.;:!?])?/g

/** As Teams copies the link of a message. The tenant is named in it; where it is not, nobody can say whose it is. */
function linked(text: string): LinkedMessage[] {
  return [...text.matchAll(LINK)].flatMap(([link, where = '', id = '', query = '']) => {
    const asked = new URLSearchParams(query)
    const tenant = asked.get('tenantId')
    const conversation = decoded(where)
    if (!tenant || !conversation || /[\s;]/.test(tenant + conversation)) return []
    const isChannel = asked.has('groupId') || asked.has('parentMessageId')
    const at = isChannel
      ? threadOf(conversation, /^\d+$/.exec(asked.get('parentMessageId') ?? '')?.[0] ?? id)
      : conversation
    // Where Teams takes calls about it is not told, and not needed to read it.
    const spot = {
      tenant,
      conversation: at,
      kind: isChannel ? ('channel' as const) : ('group' as const),
      serviceUrl: '-',
    }
    return [{ ref: messageRef({ ...spot, id }), place: conversationPlace(tenant, conversation), link }]
  })
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
