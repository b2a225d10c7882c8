import { isRecord, type Json } from '../../shared/json.ts'
import { readDraft } from '../forms/message.ts'
import type { Limits } from '../limits.ts'
import { toConversationId } from '../place-ref.ts'
import { type Person, type Place, toPost } from '../records.ts'
import { refuse } from '../refusal.ts'
import { personalChat } from '../settings.ts'
import type { World } from '../world.ts'
import type { FindWhere } from './activities.ts'
import type { Answer, Handlers } from './handler.ts'

const PAGE = { least: 50, most: 500, usual: 200 }

const bad = (why: string): never => refuse(400, 'BadSyntax', why)

type Names =
  | 'POST conversations'
  | 'GET conversation'
  | 'GET members'
  | 'GET pagedmembers'
  | 'GET member'
  | 'GET activity members'
  | 'GET team'
  | 'GET channels'

export function conversationRoutes(parts: {
  world: World
  limits: Limits
  now: () => number
  serviceUrl: () => string
  find: FindWhere
}): Pick<Handlers, Names> {
  const { world, limits, now, serviceUrl, find } = parts

  function account({ id, name, aadObjectId, email, guest }: Person): Json {
    return {
      id,
      name,
      objectId: aadObjectId,
      aadObjectId,
      givenName: name,
      surname: '',
      email,
      userPrincipalName: guest ? `${email.replace('@', '_')}#EXT#@${world.tenant.id}.example.com` : email,
      tenantId: world.tenant.id,
      userRole: guest ? 'guest' : 'user',
    }
  }

  function findTeam(id: string): Place[] {
    const channels = [...world.places.values()].filter(({ team }) => team?.id === id)
    const [first] = channels
    if (!first) return refuse(404, 'TeamNotFound', 'Team not found.')
    find(first.id)
    return channels
  }

  function openPersonal(members: unknown, activity: unknown): Answer {
    if (!Array.isArray(members) || members.length !== 1 || !isRecord(members[0])) {
      return bad('A personal conversation has one member; bots cannot create group chats')
    }
    const { id } = members[0]
    const person = typeof id === 'string' ? world.people.get(id) : undefined
    if (!person) return refuse(403, 'ForbiddenOperationException', 'The user was not found in the tenant.')
    const { place } = find(personalChat(person.id))
    const activityId = activity === undefined ? undefined : say(place, activity)
    return { status: 201, json: { id: place.id, ...(activityId && { activityId }) } }
  }

  function startThread(channel: unknown, activity: unknown): Answer {
    const { place, root } = find(String(channel))
    if (place.kind !== 'channel' || root) return bad('channelData.channel.id must be the id of a channel')
    if (activity === undefined) return bad('A thread starts with an activity')
    const activityId = say(place, activity)
    const id = toConversationId({ place: place.id, root: activityId })
    return { status: 201, json: { id, activityId, serviceUrl: serviceUrl() } }
  }

  function say(place: Place, activity: unknown): string {
    const draft = readDraft(activity, { botId: world.botId, isTargeted: false, limits })
    if (draft.type !== 'message' || draft.stream) bad('The first activity must be a message')
    const { type: _, stream: __, ...said } = draft
    const id = world.ids.message()
    world.add(toPost({ ...said, id, place: place.id, author: world.botId, at: now() }))
    return id
  }

  return {
    'POST conversations'({ body }) {
      if (!isRecord(body)) return bad('The body must be an object')
      const { bot, members, isGroup = false, tenantId, channelData, activity } = body
      if (isRecord(bot) && bot['id'] !== undefined && bot['id'] !== world.botId && bot['id'] !== world.app.id) {
        bad('bot must be the bot that calls')
      }
      const data = isRecord(channelData) ? channelData : {}
      const tenant = tenantId ?? (isRecord(data['tenant']) ? data['tenant']['id'] : undefined)
      const channel = isRecord(data['channel']) ? data['channel']['id'] : undefined
      if (tenant === undefined && channel === undefined) bad('tenantId is missing')
      if (tenant !== undefined && tenant !== world.tenant.id) {
        refuse(403, 'ForbiddenOperationException', 'The bot is not installed in this tenant.')
      }
      if (channel !== undefined) return startThread(channel, activity)
      if (isGroup === true) return bad('Bots cannot create group chats')
      return openPersonal(members, activity)
    },
    'GET conversation'({ params }) {
      const { place } = find(params[0]!)
      return { status: 200, json: { id: params[0], tenantId: world.tenant.id, isGroup: place.kind !== 'personal' } }
    },
    'GET members': ({ params }) => ({ status: 200, json: world.membersOf(find(params[0]!).place).map(account) }),
    'GET activity members': ({ params }) => ({
      status: 200,
      json: world.membersOf(find(params[0]!).place).map(account),
    }),
    'GET pagedmembers'({ params, query }) {
      const members = world.membersOf(find(params[0]!).place)
      const size = Number(query.get('pageSize') ?? PAGE.usual)
      const from = Number(query.get('continuationToken') ?? 0)
      if (!Number.isInteger(size) || size < 1 || !Number.isInteger(from) || from < 0) bad('pageSize must be a number')
      const end = from + Math.min(Math.max(size, PAGE.least), PAGE.most)
      const more = end < members.length
      return {
        status: 200,
        json: { members: members.slice(from, end).map(account), ...(more && { continuationToken: String(end) }) },
      }
    },
    'GET member'({ params }) {
      const [conversation, id] = params
      const member = world
        .membersOf(find(conversation!).place)
        .find((each) => each.id === id || each.aadObjectId === id)
      if (!member) return refuse(404, 'MemberNotFoundInConversation', 'Member not found in conversation.')
      return { status: 200, json: account(member) }
    },
    'GET team'({ params }) {
      const channels = findTeam(params[0]!)
      const { id, name, aadGroupId } = channels[0]!.team!
      const json = { id, name, aadGroupId, channelCount: channels.length, memberCount: world.people.size }
      return { status: 200, json }
    },
    'GET channels': ({ params }) => ({
      status: 200,
      // General has no name here: clients show it in their own language.
      json: {
        conversations: findTeam(params[0]!).map(({ id, name, team }) => (id === team!.id ? { id } : { id, name })),
      },
    }),
  }
}
