/** The callback id of our forms, and the block id of our buttons. */
export const AGENT = 'agent'

/** Who did it and where: the person whom alone the answer is shown to. */
export interface Reader {
  team: string
  /** Their workspace, which may be another one (Slack Connect). */
  home: string
  /** As which organisation's or workspace's they are known; none: as that one's. */
  people?: string
  user: string
  channel: string
  thread?: string
  /** Takes five answers within half an hour. */
  responseUrl?: string
}

/**
 * One person, and where they are: a channel or one of its threads, an address that Slack gave us for them; a thread without a
 * channel is one of their direct conversation.
 */
export type Near = Pick<Reader, 'team' | 'user'> & Partial<Pick<Reader, 'channel' | 'thread' | 'responseUrl'>>

/** What a modal keeps of where it was opened. */
export interface Meta {
  offer: string
  channel: string
  thread?: string
  responseUrl?: string
  replaces: boolean
}

export function metaOf(offer: string, { channel, thread, responseUrl }: Reader, replaces: boolean): Meta {
  return { offer, channel, ...(thread && { thread }), ...(responseUrl && { responseUrl }), replaces }
}

export function readMeta(json: string | undefined): Meta | undefined {
  try {
    const meta = JSON.parse(json ?? '') as Partial<Meta> | null
    return typeof meta?.offer === 'string' && typeof meta.channel === 'string' ? (meta as Meta) : undefined
  } catch {
    return undefined
  }
}
