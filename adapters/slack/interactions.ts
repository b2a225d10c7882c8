import type { AskAbout, Press, Vote } from '../../src/model/message.ts'
import type { Near } from './modal-meta.ts'
import type { Body } from './payloads.ts'
import { privateTalk, replyPlace, threadPlace } from './places.ts'
import { peopleIn, teamIn } from './teams-of.ts'
import { readText } from './text.ts'
import { type Bot, eventIdOf, uidOf } from './told.ts'

/** What somebody does with a message; `near`: whom to tell what is to be said of it, and where. */
export type Interaction =
  | { kind: 'press'; press: Press; near: Near }
  | { kind: 'vote'; vote: Vote; near: Near }
  | { kind: 'asked'; asked: AskAbout; near: Near }

/** The message shortcut of the manifest. */
export const ASK_ABOUT = 'ask_about'

const BLOCK_ID = /^q\d+:([\w-]+)$/
const FEEDBACK = /^f:([\w-]+)$/

/** A button of an answer, or a thumb below it. */
export function readPress(body: Body, installation: string): Interaction | undefined {
  const { user, container, message } = body
  const action = body.actions?.[0]
  const [, replyId] = BLOCK_ID.exec(action?.block_id ?? '') ?? []
  const index = Number(action?.value)
  const channel = container?.channel_id ?? body.channel?.id
  const team = teamIn(body, installation)
  if (!user || !team || !channel || !container?.message_ts || !action?.action_ts) return undefined
  const [, feedbackId] = FEEDBACK.exec(action.block_id ?? '') ?? []
  if (feedbackId !== undefined) {
    const thread = container.thread_ts ?? message?.thread_ts
    const author = { uid: uidOf(peopleIn(body, installation, user.team_id ?? team), user.id), id: user.id }
    const vote: Vote = { platform: 'slack', installation, author, feedbackId, good: action.value === 'good' }
    return { kind: 'vote', vote, near: { team, channel, user: user.id, ...(thread && { thread }) } }
  }
  if (replyId === undefined || !action.value || !Number.isInteger(index)) return undefined
  const home = user.team_id ?? team
  const people = peopleIn(body, installation, home)
  const thread = container.thread_ts ?? message?.thread_ts
  const root = thread ?? container.message_ts
  return {
    kind: 'press',
    press: {
      eventId: `slack:press:${team}:${user.id}:${container.message_ts}:${action.action_ts}`,
      platform: 'slack',
      installation,
      // What a press calls somebody is their handle: what people see of them is asked for, as of who writes.
      author: { uid: uidOf(people, user.id), id: user.id },
      place: threadPlace(team, channel, root),
      replyTo: replyPlace({ team, channel, thread: root, recipient: { user: user.id, team: home } }),
      replyId,
      index,
    },
    near: { team, channel, user: user.id, ...(thread && { thread }) },
  }
}

/** The shortcut of a message, by which its reader asks about it. */
export function readAsked(body: Body, installation: string, bot: Bot): Interaction | undefined {
  const { user, channel, message } = body
  const team = teamIn(body, installation)
  if (body.callback_id !== ASK_ABOUT || !user || !team || !channel || !message?.ts) return undefined
  const { ts, thread_ts, attachments = [] } = message
  const raw = message.text || attachments.map((one) => one.text ?? one.fallback ?? '').join('\n')
  const name = message.user ? undefined : (message.bot_profile?.name ?? message.username)
  const people = peopleIn(body, installation, user.team_id ?? team)
  const reply = thread_ts && thread_ts !== ts ? `?thread_ts=${thread_ts}&cid=${channel.id}` : ''
  const asked: AskAbout = {
    platform: 'slack',
    installation,
    author: { uid: uidOf(people, user.id), id: user.id, ...(user.name && { name: user.name }) },
    talk: privateTalk(installation, people, user.id),
    about: {
      eventId: eventIdOf(channel.id, ts),
      author: { id: message.user ?? message.bot_id ?? 'somebody', ...(name && { name }) },
      text: readText(raw, bot),
      link: `https://${body.team?.domain ?? 'app'}.slack.com/archives/${channel.id}/p${ts.replace('.', '')}${reply}`,
    },
  }
  return { kind: 'asked', asked, near: { team, user: user.id } }
}
