import type { Json } from '../shared/json.ts'
import { Mistake } from '../shared/mistake.ts'
import type { Activities } from './activity.ts'
import type { Deliveries } from './delivery.ts'
import { rootOf } from './interactions.ts'
import { commandsOf } from './manifest.ts'
import { isRunning, type Place, type Post, setReaction } from './records.ts'
import { bury } from './routes/activities.ts'
import type { Seat } from './seat.ts'
import type { Streams } from './streams.ts'
import type { At, Edit, Install, ProgramPost, React, RunCommand, Say } from './view.ts'
import type { World } from './world.ts'

/** What people say and do by themselves; each throws a Mistake where Teams would not let them. */
export interface People {
  /** Gives the id of the message. */
  say(what: Say): string
  /** Another app does. */
  post(what: ProgramPost): string
  edit(what: Edit): void
  remove(what: At): void
  undelete(what: At): void
  /** The Stop button of a stream. */
  stopStream(what: At): void
  react(what: React): void
  /** A channel of a team is deleted, with all that was said in it. */
  removeChannel(what: { user: string; conversation: string }): void
  /** They are in a channel or group chat no more. */
  leave(what: { user: string; conversation: string }): void
  /** A command of the manifest. Gives the id of the message. */
  run(what: RunCommand): string
  install(what: Install): void
  /** How a person or the bot is called in a text. */
  mention(id: string): string
}

export function createPeople(parts: {
  world: World
  seat: Seat
  activities: Activities
  deliveries: Deliveries
  streams: Streams
}): People {
  const { world, seat, activities, deliveries, streams } = parts
  const { placeOf, existing, ownPost, readMentions, write, isHeard } = seat
  /** What a deleted message said, by its place and id. */
  const buried = new Map<string, Post>()

  const send = (activity: Json & { type: string }): void => void deliveries.send(activity as never)

  function say(what: Say): string {
    const post = write(what)
    const place = world.places.get(post.place)!
    if (isHeard(post, place)) send(activities.message(post, place))
    return post.id
  }

  function sendChange(post: Post, place: Place, type: string, eventType: string): void {
    if (!isHeard(post, place)) return
    const { channelData, ...message } = activities.message(post, place)
    send({ ...message, type, channelData: { ...(channelData as Json), eventType } })
  }

  function react({ reaction, on, ...at }: React): void {
    const { place, post } = existing(at)
    if (!setReaction(post, { type: reaction, user: at.user, on })) return
    world.changed(post)
    // Of the bot's own messages only.
    if (post.author !== world.botId || !world.isInstalled(place)) return
    const rest = { [on ? 'reactionsAdded' : 'reactionsRemoved']: [{ type: reaction }], replyToId: post.id }
    send(activities.of({ user: at.user, place, root: rootOf(place, post), type: 'messageReaction', rest }))
  }

  function run({ user, conversation, root, title, slash, text = '' }: RunCommand): string {
    const place = placeOf(user, conversation)
    const trigger = slash ? 'slash' : 'mention'
    const command = commandsOf(world.manifest).find(
      (each) => each.title === title && each.scopes.includes(place.kind) && each.triggers.includes(trigger),
    )
    if (!command) throw new Mistake(`There is no command ${title} here`, 404)
    const said = [command.prompt ?? title, text].filter(Boolean).join(' ')
    const isCalled = place.kind !== 'personal' && !slash
    return say({
      user,
      conversation,
      ...(root !== undefined && { root }),
      text: isCalled ? `${people.mention(world.botId)} ${said}` : said,
      ...(isCalled && { mentions: [world.botId] }),
      targeted: slash && place.kind !== 'personal',
    })
  }

  function install({ user, conversation, on }: Install): void {
    const place = placeOf(user, conversation)
    if (world.isInstalled(place) === on) {
      throw new Mistake(on ? 'The app is installed already' : 'The app is not installed')
    }
    world.install(place, on)
    // A team is told of as its General channel.
    const told = place.team ? world.places.get(place.team.id)! : place
    const bot = { id: world.botId, name: world.app.name }
    const { id, name, aadObjectId } = world.person(user)
    const changed = place.kind === 'personal' && on ? [{ id, name, aadObjectId }, bot] : [bot]
    const eventType = place.team && { eventType: on ? 'teamMemberAdded' : 'teamMemberRemoved' }
    const common = { user, place: told }
    const settings = place.team && { settings: { selectedChannel: { id: conversation } } }
    const rest = { [on ? 'membersAdded' : 'membersRemoved']: changed }
    send(activities.of({ ...common, type: 'conversationUpdate', rest, ...(eventType && { channelData: eventType }) }))
    const action = on ? 'add' : 'remove'
    send(
      activities.of({
        ...common,
        type: 'installationUpdate',
        rest: { action },
        ...(settings && { channelData: settings }),
      }),
    )
  }

  const people: People = {
    say,
    post: (what: ProgramPost) => seat.writeAs(what).id,
    edit({ text, mentions, ...at }) {
      const { place, post } = ownPost(at)
      if (post.deleted) throw new Mistake('The message was deleted')
      if (!text.trim()) throw new Mistake('A message needs text')
      delete post.html
      Object.assign(post, { text, mentions: readMentions(text, mentions), edited: true })
      world.changed(post)
      sendChange(post, place, 'messageUpdate', 'editMessage')
    },
    remove(at) {
      const { place, post } = ownPost(at)
      if (post.deleted) throw new Mistake('The message was deleted already')
      const before = structuredClone(post)
      buried.set(`${post.place} ${post.id}`, before)
      if (post.targetedTo) world.remove(post)
      else bury(world, post)
      if (!isHeard(before, place)) return
      const { text: _, attachments: __, ...activity } = activities.message(before, place)
      const channelData = { ...(activity['channelData'] as Json), eventType: 'softDeleteMessage' }
      send({ ...activity, type: 'messageDelete', channelData })
    },
    undelete(at) {
      const { place, post } = ownPost(at)
      const before = buried.get(`${post.place} ${post.id}`)
      if (!post.deleted || !before) throw new Mistake('There is nothing to bring back')
      buried.delete(`${post.place} ${post.id}`)
      Object.assign(post, before)
      world.changed(post)
      sendChange(post, place, 'messageUpdate', 'undeleteMessage')
    },
    stopStream(at) {
      const { post } = existing(at)
      world.expire()
      if (!isRunning(post)) throw new Mistake('Nothing is streamed there')
      streams.cancel(post)
    },
    react,
    removeChannel: (what) => send(deletedChannel(what, parts)),
    leave(what) {
      const told = departure(what, parts)
      if (told) send(told)
    },
    run,
    install,
    mention: (id) => `<at>${world.nameOf(id)}</at>`,
  }
  return people
}

/** A channel goes with all that was said in it; of that its team's General channel is told. */
function deletedChannel(
  { user, conversation }: { user: string; conversation: string },
  { world, seat, activities }: { world: World; seat: Seat; activities: Activities },
): Json & { type: string } {
  const place = seat.placeOf(user, conversation)
  if (!place.team) throw new Mistake('Only channels of teams are deleted')
  world.places.delete(conversation)
  const told = world.places.get(place.team.id) ?? place
  const channelData = { eventType: 'channelDeleted', channel: { id: conversation } }
  return activities.of({ user, place: told, type: 'conversationUpdate', rest: {}, channelData }) as Json & {
    type: string
  }
}

/** Told where the app is; of a team as its General channel. */
function departure(
  { user, conversation }: { user: string; conversation: string },
  { world, seat, activities }: { world: World; seat: Seat; activities: Activities },
): (Json & { type: string }) | undefined {
  const place = seat.placeOf(user, conversation)
  if (place.kind === 'personal') throw new Mistake('Nobody leaves a personal chat')
  if (!world.isInstalled(place)) return undefined
  const told = place.team ? world.places.get(place.team.id)! : place
  const { id, aadObjectId } = world.person(user)
  const rest = { membersRemoved: [{ id, aadObjectId }] }
  const channelData = place.team && { channelData: { eventType: 'teamMemberRemoved' } }
  return activities.of({ user, place: told, type: 'conversationUpdate', rest, ...channelData }) as Json & {
    type: string
  }
}
