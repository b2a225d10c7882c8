import { randomUUID } from 'node:crypto'
import { isRecord, type Json } from '../shared/json.ts'
import type { Activities } from './activity.ts'
import { answerOf, type Deliveries, type Delivery } from './delivery.ts'
import { ADAPTIVE, checkCard } from './forms/card.ts'
import type { Limits } from './limits.ts'
import type { Place, Post } from './records.ts'
import { Refusal } from './refusal.ts'
import type { Dialog } from './view.ts'
import type { World } from './world.ts'

/** How something that a person did ended. */
export interface Outcome {
  state: 'answered' | 'failed'
  /** What Teams shows the person about it. */
  say?: string
  /** The JSON that the app answered with. */
  response?: Json
}

/** Where something is done: a message, or a place alone. */
export interface Origin {
  user: string
  place: Place
  root?: string
  post?: Post
  /** It was chosen in the menu of a message, which goes along, or is a search; the app need not be where that is. */
  action?: Json
}

interface OpenDialog {
  view: Dialog
  origin: Origin
  /** Of a custom feedback: which thumb it is about. */
  reaction?: 'like' | 'dislike'
}

export type News =
  | {
      type: 'interaction'
      user: string
      id: string
      place: string
      message?: string
      name: string
      state: 'pending' | 'answered' | 'failed'
      say?: string
    }
  | { type: 'dialog'; user: string; dialog: Dialog | undefined }

/** What people do that an app has to answer. */
export interface Interactions {
  readonly dialogs: ReadonlyMap<string, OpenDialog>
  /** A message without words: what a button of a card carries. */
  submit(origin: Origin, value: unknown): Promise<Outcome>
  /** Told to nobody but who asks. `read` takes its answer, and throws a Refusal of one that Teams would not show. */
  query(origin: Origin, value: Json, read: (answer: Json) => string | undefined): Promise<Outcome>
  /** Any invoke whose answer changes nothing that people see. */
  invoke(origin: Origin, name: string, value: unknown): Promise<Outcome>
  /** Its answer is the card that this person sees in place of the one that was pressed. */
  execute(origin: Origin, value: Json, index: number): Promise<Outcome>
  /** The same for whoever only sees it, by their client: they are told nothing of it. */
  look(origin: Origin, value: Json, index: number): Promise<Outcome>
  /** Its answer opens, replaces or closes the dialog before the person. */
  dialog(origin: Origin, name: string, value: Json, reaction?: 'like' | 'dislike'): Promise<Outcome>
  close(user: string): void
  watch(watcher: (news: News) => void): void
}

const UNREACHABLE = 'Unable to reach app. Please try again.'
const WRONG = 'Something went wrong. Please try again.'

export function createInteractions(parts: {
  world: World
  activities: Activities
  deliveries: Deliveries
  limits: Limits
}): Interactions {
  const { world, activities, deliveries, limits } = parts
  const dialogs = new Map<string, OpenDialog>()
  const watchers: ((news: News) => void)[] = []
  const tell = (news: News): void => {
    for (const watcher of watchers) watcher(news)
  }

  /** `read` says what an answer comes to, and throws an Error about one that Teams does not understand. */
  async function ask(
    origin: Origin,
    activity: { type: 'invoke' | 'message'; name: string; rest: Json; isQuiet?: true },
    read: (answer: Json) => string | undefined,
  ): Promise<Outcome> {
    const { user, place, root, post, action } = origin
    const replied = action ? undefined : post
    const common = {
      type: 'interaction' as const,
      user,
      id: randomUUID(),
      place: place.id,
      name: activity.name,
      ...(post && { message: post.id }),
    }
    if (activity.isQuiet) return answered()
    tell({ ...common, state: 'pending' })
    const outcome = await answered()
    tell({ ...common, state: outcome.state, ...(outcome.say !== undefined && { say: outcome.say }) })
    return outcome

    async function answered(): Promise<Outcome> {
      const sent = activities.of({
        user,
        place,
        root: root ?? rootOf(place, post),
        type: activity.type,
        ...(activity.type === 'message' && { id: world.ids.message() }),
        rest: { ...activity.rest, ...(replied && { replyToId: replied.id }) },
        ...(replied && { channelData: { source: { name: 'message' }, legacy: { replyToId: replied.id } } }),
      })
      const isReached = world.isInstalled(place) || action !== undefined
      const delivery = isReached ? await deliveries.send(sent) : undefined
      const response = answerOf(delivery)
      if (!response) return { state: 'failed', say: sayOf(delivery) }
      try {
        const say = read(response)
        return { state: 'answered', response, ...(say !== undefined && { say }) }
      } catch (error) {
        if (!(error instanceof Misunderstood || error instanceof Refusal || error instanceof Failed)) throw error
        return { state: 'failed', say: WRONG, response }
      }
    }
  }

  function open(origin: Origin, task: unknown, reaction?: 'like' | 'dislike'): string | undefined {
    const { user } = origin
    if (task === undefined || task === null) return close(user)
    if (!isRecord(task)) throw new Misunderstood()
    const { type, value } = task
    if (type === 'message') {
      if (typeof value !== 'string') throw new Misunderstood()
      close(user)
      return value
    }
    if (type !== 'continue' || !isRecord(value)) throw new Misunderstood()
    const view = dialogOf(value)
    dialogs.set(user, { view, origin, ...(reaction && { reaction }) })
    tell({ type: 'dialog', user, dialog: view })
    return undefined
  }

  function dialogOf(value: Json): Dialog {
    const { title, width, height, card, url } = value
    if (typeof title !== 'string' && title !== undefined) throw new Misunderstood()
    if ((card === undefined) === (url === undefined)) throw new Misunderstood()
    if (url !== undefined && typeof url !== 'string') throw new Misunderstood()
    for (const size of [width, height]) if (!isSize(size)) throw new Misunderstood()
    return {
      id: randomUUID(),
      title: title ?? '',
      ...(width !== undefined && { width: width as number | string }),
      ...(height !== undefined && { height: height as number | string }),
      ...(card !== undefined && { card: cardOf(card) }),
      ...(url !== undefined && { url }),
    }
  }

  function cardOf(attachment: unknown): Json {
    if (!isRecord(attachment) || attachment['contentType'] !== ADAPTIVE) throw new Misunderstood()
    const { content } = attachment
    checkCard(content, limits)
    return content
  }

  function replace({ user, post }: Origin, index: number, answer: Json): string | undefined {
    const { statusCode, type, value } = answer
    if (type === 'application/vnd.microsoft.error') throw errorIn(statusCode, value)
    if (statusCode !== 200) throw new Misunderstood()
    if (type === 'application/vnd.microsoft.activity.message') {
      if (typeof value !== 'string') throw new Misunderstood()
      return value
    }
    if (type !== ADAPTIVE || !post) throw new Misunderstood()
    checkCard(value, limits)
    post.replaced[user] = { ...post.replaced[user], [index]: value }
    world.changed(post)
    return undefined
  }

  function close(user: string): undefined {
    if (dialogs.delete(user)) tell({ type: 'dialog', user, dialog: undefined })
  }

  return {
    dialogs,
    submit: (origin, value) =>
      ask(origin, { type: 'message', name: 'Action.Submit', rest: { value } }, () => undefined),
    query(origin, value, read) {
      const name = 'composeExtension/query'
      return ask(origin, { type: 'invoke', name, rest: { name, value }, isQuiet: true }, read)
    },
    invoke: (origin, name, value) => ask(origin, { type: 'invoke', name, rest: { name, value } }, () => undefined),
    execute(origin, value, index) {
      const name = 'adaptiveCard/action'
      return ask(origin, { type: 'invoke', name, rest: { name, value } }, (answer) => replace(origin, index, answer))
    },
    look(origin, value, index) {
      const name = 'adaptiveCard/action'
      const activity = { type: 'invoke', name, rest: { name, value }, isQuiet: true } as const
      return ask(origin, activity, (answer) => replace(origin, index, answer))
    },
    dialog(origin, name, value, reaction) {
      return ask(origin, { type: 'invoke', name, rest: { name, value } }, ({ task }) => {
        // There is nothing to show, and nothing that could be sent.
        if (name === 'composeExtension/fetchTask' && !task) throw new Misunderstood()
        return open(origin, task, reaction)
      })
    },
    close,
    watch: (watcher) => void watchers.push(watcher),
  }
}

/** An answer that Teams can do nothing with. */
class Misunderstood extends Error {}

/** The app says that something went wrong. It is not documented that people see its sentence, so here they do not. */
class Failed extends Error {}

function errorIn(statusCode: unknown, value: unknown): Error {
  const { code, message } = isRecord(value) ? value : {}
  const isKnown = statusCode === 400 || statusCode === 500
  if (!isKnown || typeof code !== 'string' || typeof message !== 'string' || message === '') return new Misunderstood()
  return new Failed()
}

const isSize = (size: unknown): boolean =>
  size === undefined || typeof size === 'number' || ['small', 'medium', 'large'].includes(String(size))

const sayOf = (delivery: Delivery | undefined): string => (delivery && delivery.status > 0 ? WRONG : UNREACHABLE)

/** The thread that something at a message happens in. */
export const rootOf = (place: Place, post: Post | undefined): string | undefined =>
  place.kind === 'channel' && post ? (post.root ?? post.id) : undefined
