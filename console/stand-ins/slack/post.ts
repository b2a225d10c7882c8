import type { TimelineOrder } from '../shared/timeline.ts'

/** A message as the workspace keeps it, from which Slack's JSON and the page's view are made. */
export interface Post {
  channel: string
  ts: string
  thread_ts?: string | undefined
  user: string
  /** mrkdwn, entities escaped. */
  text: string
  markdown?: string | undefined
  blocks?: Block[] | undefined
  /** What a program attaches, previews of links, and copies of forwarded messages, as Slack's JSON has them. */
  attachments?: Record<string, unknown>[] | undefined
  /** Who put which emoji to it. */
  reactions?: Record<string, string[]>
  files?: string[] | undefined
  metadata?: Metadata | undefined
  client_msg_id?: string | undefined
  /** An app appears as somebody else in it. */
  face?: { name: string; icon?: string } | undefined
  edited?: { user: string; ts: string } | undefined
  ephemeral_to?: string | undefined
  stream?: Stream | undefined
  /** Said by a workflow of this name, not by a person. */
  workflow?: string | undefined
  /** The bot that said it, where that is none of a workflow. */
  bot?: string
  /** A deleted message that still holds its thread. */
  tombstone?: boolean | undefined
}

export type Block = Record<string, unknown> & { type: string; block_id: string }

export interface Metadata {
  event_type: string
  event_payload: Record<string, unknown>
}

export interface Stream {
  state: 'open' | 'done' | 'expired' | 'stopped_by_user'
  openedAt: number
  bytes: number
  /** Blocks and tasks that came as chunks; the last word on a task id counts. */
  chunkBlocks: Block[]
  tasks: Record<string, Task>
  plan?: string | undefined
}

export interface Task {
  id: string
  title: string
  status: string
  details?: string | undefined
  output?: string | undefined
  sources?: unknown[] | undefined
}

export interface StoredFile {
  id: string
  name: string
  title?: string | undefined
  /** What a picture shows, in words. */
  alt_txt?: string | undefined
  mimetype: string
  user: string
  created: number
  bytes: Buffer
  clip?: Clip | undefined
}

/** Of a voice clip. What is said in it is not written down yet where it is told of first; without words it never is. */
export interface Clip {
  seconds: number
  says?: string
}

export const isStreaming = (post: Post): boolean => post.stream?.state === 'open'

/** A `ts` has as many digits as any other, and who asks for a time may give fewer. */
export const byTs: TimelineOrder<{ ts: string }> = { idOf: ({ ts }) => ts, isBefore: (a, b) => a < b }
