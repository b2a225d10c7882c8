import { isRecord, type Json } from '../shared/json.ts'
import { Mistake } from '../shared/mistake.ts'
import type { Activities } from './activity.ts'
import { actionOf, dataOf, fillIn } from './card-input.ts'
import type { Deliveries } from './delivery.ts'
import { createGraphMessages } from './graph-message.ts'
import { type Interactions, type Origin, type Outcome, rootOf } from './interactions.ts'
import type { Limits } from './limits.ts'
import { messageActionsOf } from './manifest.ts'
import { type Post, toPost } from './records.ts'
import type { Seat } from './seat.ts'
import type { ActOn, Choose, Consent, Feedback, Press, Submit } from './view.ts'
import { suggestionsOf } from './views.ts'
import type { World } from './world.ts'

/** What people do with what an app gave them to press; each resolves when the app has answered, and rejects with a Mistake. */
export interface Presses {
  /** A button of a card. */
  press(what: Press): Promise<Outcome>
  /** An entry of the app in the menu of a message. */
  act(what: ActOn): Promise<Outcome>
  /** A file that is offered: agreed to, Teams says where it goes. */
  consent(what: Consent): Promise<Outcome>
  /** A suggested action. */
  choose(what: Choose): Promise<Outcome>
  /** A button of the open dialog's card. */
  submit(what: Submit): Promise<Outcome>
  /** Closes the dialog; the app hears nothing. */
  dismiss(user: string): void
  feedback(what: Feedback): Promise<Outcome>
}

export function createPresses(parts: {
  world: World
  seat: Seat
  activities: Activities
  deliveries: Deliveries
  interactions: Interactions
  limits: Limits
  suggestedInvoke: string
  url: () => string
  now: () => number
}): Presses {
  const { world, seat, activities, deliveries, interactions, limits, suggestedInvoke, url, now } = parts
  const { existing, write } = seat

  /** What Teams does by itself with a button, before the app is asked. */
  async function backOf(origin: Origin, kind: string, back: Json): Promise<Outcome | undefined> {
    const { user, place } = origin
    const root = rootOf(place, origin.post)
    if (kind !== 'imBack' && kind !== 'messageBack') return undefined
    const text = kind === 'imBack' ? back['value'] : back['text']
    const shown = kind === 'imBack' ? text : (back['displayText'] ?? '')
    const post = shown
      ? write({ user, conversation: place.id, text: String(shown), ...(root && { root }) })
      : toPost({ id: world.ids.message(), place: place.id, author: user, at: now(), ...(root && { root }) })
    const activity = {
      ...activities.message(post, place),
      ...(text !== undefined && { text: String(text) }),
      ...(kind === 'messageBack' && { value: back['value'] }),
      ...(origin.post && { replyToId: origin.post.id }),
    }
    const delivery = world.isInstalled(place) ? await deliveries.send(activity) : undefined
    return { state: delivery && delivery.status >= 200 && delivery.status < 300 ? 'answered' : 'failed' }
  }

  function cardWith(what: Press, post: Post): { card: Json; action: Json; index: number } {
    for (const [index, shown] of post.attachments.entries()) {
      if (shown.kind !== 'card') continue
      const card = post.replaced[what.user]?.[index] ?? shown.content
      const action = actionOf(card, what.action)
      if (action) return { card, action, index }
    }
    throw new Mistake('The message has no such button', 404)
  }

  async function press(what: Press): Promise<Outcome> {
    const { place, post } = existing(what)
    const { card, action: shown, index } = cardWith(what, post)
    const action = what.old ? olderOf(shown) : shown
    const origin: Origin = { user: what.user, place, post }
    const type = String(action['type'])
    if (type === 'Action.Execute') {
      const data = dataOf(action, fillIn(card, what.inputs))
      const { id, verb } = action
      const sent = { type, title: action['title'], ...(id !== undefined && { id }), verb, data }
      return interactions.execute(origin, { action: sent, trigger: 'manual' }, index)
    }
    if (type === 'Action.Submit') {
      const data = dataOf(action, fillIn(card, what.inputs))
      const own = isRecord(data) && isRecord(data['msteams']) ? data['msteams'] : {}
      const kind = String(own['type'])
      if (kind === 'task/fetch') return fetchTask(origin, data)
      return (await backOf(origin, kind, own)) ?? interactions.submit(origin, data)
    }
    const value = action['value']
    if (type === 'invoke' && isRecord(value) && value['type'] === 'task/fetch') return fetchTask(origin, value)
    const outcome = await backOf(origin, type, action)
    if (!outcome) throw new Mistake(`${type} is done by the page, the app hears nothing of it`)
    return outcome
  }

  const fetchTask = (origin: Origin, data: unknown): Promise<Outcome> =>
    interactions.dialog(origin, 'task/fetch', { data, context: { theme: 'default' } })

  async function consent({ accept, ...at }: Consent): Promise<Outcome> {
    const { place, post } = existing(at)
    const offer = post.attachments.find((one) => one.kind === 'consent')
    if (!offer) throw new Mistake('The message offers no file', 404)
    const { name } = offer
    const invoke = (value: Json) => interactions.invoke({ user: at.user, place, post }, 'fileConsent/invoke', value)
    const common = { type: 'fileUpload', context: accept ? offer.accept : offer.decline }
    if (!accept) return invoke({ ...common, action: 'decline' })
    const { id } = world.addFile({ place: place.id, name, type: 'application/octet-stream', base64: '' })
    const uploadInfo = {
      contentUrl: `https://files.example.com/${encodeURIComponent(name)}`,
      name,
      uploadUrl: `${url()}/upload/${id}`,
      uniqueId: id,
      fileType: name.split('.').at(-1),
    }
    return invoke({ ...common, action: 'accept', uploadInfo })
  }

  async function choose({ title, ...at }: Choose): Promise<Outcome> {
    const { place, post } = existing(at)
    const action = suggestionsOf(world, post, at.user, limits).find((each) => each.title === title)
    if (!action) throw new Mistake(`Nothing called ${title} is suggested there`, 404)
    const origin: Origin = { user: at.user, place, post }
    if (action.type === 'Action.Submit') return interactions.invoke(origin, suggestedInvoke, action.value)
    const outcome = await backOf({ user: at.user, place, post }, action.type, { value: action.value })
    if (!outcome) throw new Mistake('Action.Compose fills the compose box, the app hears nothing of it')
    return outcome
  }

  async function submit({ user, action: wanted, inputs }: Submit): Promise<Outcome> {
    const open = interactions.dialogs.get(user)
    if (!open?.view.card) throw new Mistake('No dialog is open')
    const { card } = open.view
    const action = actionOf(card, wanted)
    if (!action) throw new Mistake('The dialog has no such button', 404)
    const data = dataOf(action, fillIn(card, inputs))
    if (action['type'] !== 'Action.Submit') throw new Mistake('Only Action.Submit ends a dialog')
    const { action: chosen } = open.origin
    if (chosen) {
      const value = { ...chosen, data, context: { theme: 'default' } }
      return interactions.dialog(open.origin, 'composeExtension/submitAction', value)
    }
    if (!open.reaction) {
      return interactions.dialog(open.origin, 'task/submit', { data, context: { theme: 'default' } })
    }
    const actionValue = { reaction: open.reaction, feedback: JSON.stringify(data) }
    interactions.close(user)
    return interactions.invoke(open.origin, 'message/submitAction', { actionName: 'feedback', actionValue })
  }

  async function feedback({ reaction, text = '', ...at }: Feedback): Promise<Outcome> {
    const { place, post } = existing(at)
    if (!post.feedback) throw new Mistake('The message asks for no feedback')
    const origin: Origin = { user: at.user, place, post }
    post.given[at.user] = reaction
    world.changed(post)
    if (post.feedback === 'custom') {
      const value = { actionName: 'feedback', actionValue: { reaction } }
      return interactions.dialog(origin, 'message/fetchTask', { data: value, ...value }, reaction)
    }
    const actionValue = { reaction, feedback: JSON.stringify({ feedbackText: text }) }
    return interactions.invoke(origin, 'message/submitAction', { actionName: 'feedback', actionValue })
  }

  return {
    ...{ press, consent, choose, submit, feedback, act: createMenu(parts) },
    dismiss: (user) => interactions.close(world.person(user).id),
  }
}

function olderOf(action: Json): Json {
  const { type, fallback } = action
  if (type !== 'Action.Execute') return action
  if (!isRecord(fallback)) throw new Mistake('Older clients show no such button', 404)
  return fallback
}

/** The menu of a message, in which apps have entries wherever the message is. */
function createMenu(parts: Parameters<typeof createPresses>[0]): Presses['act'] {
  const { world, seat, interactions } = parts
  // What is pointed at is told as Graph tells it.
  const graphMessage = createGraphMessages(parts)
  return async ({ command, ...at }) => {
    const { place, post } = seat.existing(at)
    const isKnown = messageActionsOf(world.manifest).some(({ id }) => id === command)
    if (!isKnown) throw new Mistake('The app has no such entry in the menu of messages', 404)
    if (post.targetedTo !== undefined) throw new Mistake('A targeted message has no such menu')
    const { webUrl: _, ...message } = graphMessage(post)
    const linkToMessage = `https://teams.microsoft.com/l/message/${encodeURIComponent(place.id)}/${post.id}`
    const action = { commandId: command, commandContext: 'message', messagePayload: { ...message, linkToMessage } }
    const origin: Origin = { user: at.user, place, post, action }
    return interactions.dialog(origin, 'composeExtension/fetchTask', { ...action, context: { theme: 'default' } })
  }
}
