import type { Json } from '../shared/json.ts'

export interface Person {
  id: string
  name: string
  aadObjectId: string
  email: string
  /** Of the client they read in; `en-US` where nothing is said. */
  locale?: string
  /** Of another tenant, invited into this one. */
  guest?: true
}

export interface Team {
  id: string
  name: string
  aadGroupId: string
}

/** A personal chat, a group chat or a channel. */
export interface Place {
  id: string
  kind: 'personal' | 'group' | 'channel'
  name: string
  team?: Team
  /** Of the chat of a meeting: the id of the meeting. */
  meeting?: string
  user?: string
}

export type Shown =
  | { kind: 'card'; contentType: string; content: Json }
  | { kind: 'image'; name: string; contentType: string; file?: string; url?: string }
  | { kind: 'file'; name: string; contentType: string; file: string }
  | Offer
  | SignInCard

/** What the client answers by itself; people see it only where it has to show its button. */
export interface SignInCard {
  kind: 'signin'
  contentType: string
  text: string
  connection: string
  exchange?: { id: string; uri: string }
  title: string
  link: string
  isShown: boolean
}

/** A file that the bot asks leave to give. */
export interface Offer {
  kind: 'consent'
  contentType: string
  name: string
  description: string
  size: number
  accept: unknown
  decline: unknown
}

export interface Citation {
  position: number
  name: string
  url?: string
  abstract?: string
  keywords?: string[]
}

/** What makes AI's messages known as such. */
export interface Marks {
  label: boolean
  sensitivity?: { name: string; description?: string }
  citations: Citation[]
}

export interface Stream {
  state: 'informative' | 'streaming' | 'completed' | 'cancelled' | 'expired'
  informative: string
  sequence: number
  startedAt: number
}

export interface Post {
  id: string
  place: string
  root?: string
  author: string
  text: string
  /** As its person formatted it, mentions as `<at>name</at>`; without it the text is all there is. */
  html?: string
  /** The message of the conversation that it quotes. */
  quotes?: string
  /** A message that was forwarded with it, as it was then. */
  forwards?: Forwarded
  /** Of another app than the one that is tried, which is told of none of its messages. */
  program?: Program
  format: 'plain' | 'markdown' | 'xml'
  mentions: { id: string; text: string }[]
  /** Who was notified that it mentions them: when it came, since an edit notifies nobody. */
  notified: string[]
  attachments: Shown[]
  layout: 'list' | 'carousel'
  suggested: SuggestedAction[]
  /** Whom alone the suggested actions are for. */
  suggestedTo: string[]
  marks: Marks
  feedback?: 'default' | 'custom'
  given: Record<string, 'like' | 'dislike'>
  stream?: Stream
  edited: boolean
  deleted: boolean
  targetedTo?: string
  importance?: 'high' | 'urgent'
  reactions: { type: string; users: string[] }[]
  /** Cards that an Action.Execute put in the place of an attachment, by person and its index. */
  replaced: Record<string, Record<number, Json>>
  at: number
}

export interface Program {
  id: string
  name: string
}

export interface Forwarded {
  id: string
  place: string
  author: string
  name: string
  text: string
  html: string
  at: number
}

export interface SuggestedAction {
  type: 'imBack' | 'Action.Compose' | 'Action.Submit'
  title: string
  value: unknown
}

export interface StoredFile {
  id: string
  place: string
  name: string
  type: string
  base64: string
}

export const isRunning = (post: Post): boolean =>
  post.stream?.state === 'informative' || post.stream?.state === 'streaming'

export const noMarks = (): Marks => ({ label: false, citations: [] })

/** A message in which everything that was not said is empty. */
export function toPost(said: Pick<Post, 'id' | 'place' | 'author' | 'at'> & Partial<Post>): Post {
  return {
    text: '',
    format: 'plain',
    mentions: [],
    notified: [],
    attachments: [],
    layout: 'list',
    suggested: [],
    suggestedTo: [],
    marks: noMarks(),
    given: {},
    edited: false,
    deleted: false,
    reactions: [],
    replaced: {},
    ...said,
  }
}

/** False: it was so before. */
export function setReaction(
  post: Pick<Post, 'reactions'>,
  { type, user, on }: { type: string; user: string; on: boolean },
): boolean {
  const known = post.reactions.find((each) => each.type === type)
  if ((known?.users.includes(user) ?? false) === on) return false
  const users = (known?.users ?? []).filter((one) => one !== user)
  const others = post.reactions.filter((each) => each !== known)
  const left = on ? [...users, user] : users
  post.reactions = left.length > 0 ? [...others, { type, users: left }] : others
  return true
}
