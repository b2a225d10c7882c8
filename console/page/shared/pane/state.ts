/** How the page is connected to the stand-in. */
export type Link = 'connecting' | 'live' | 'reconnecting'

export interface LinkEvent {
  type: 'link'
  link: Link
}

/** `workspace` is missing until the first snapshot and survives lost connections. */
export interface PaneState<Workspace> {
  link: Link
  workspace?: Workspace
}

/** The part of a workspace that every platform has. */
interface Kept<Message> {
  me: { id: string }
  /** By place, oldest first. */
  messages: Record<string, Message[]>
  /** By place: messages that came while another one was on screen. */
  unread: Record<string, number>
  /** The place on screen. */
  viewing?: string
}

/** Until when somebody is typing, by place and person. */
export type TypingTimes = Record<string, Record<string, number>>

export interface MessageNames<Message> {
  placeOf(message: Message): string
  /** Ids of one platform have the same number of digits, so that their order is that of their time. */
  idOf(message: Message): string
  authorOf(message: Message): string
}

/** How messages come to and go from what a page knows; every step leaves the workspace before it as it was. */
export function createMessageSteps<Message>({ placeOf, idOf, authorOf }: MessageNames<Message>) {
  return {
    /** Adds or replaces by id, so an event seen twice changes nothing. */
    put<W extends Kept<Message>>(workspace: W, message: Message): W {
      const place = placeOf(message)
      const id = idOf(message)
      const others = (workspace.messages[place] ?? []).filter((other) => idOf(other) !== id)
      const index = others.findLastIndex((other) => idOf(other) < id) + 1
      return { ...workspace, messages: { ...workspace.messages, [place]: others.toSpliced(index, 0, message) } }
    },
    remove<W extends Kept<Message>>(workspace: W, place: string, ids: string[]): W {
      const rest = (workspace.messages[place] ?? []).filter((message) => !ids.includes(idOf(message)))
      return { ...workspace, messages: { ...workspace.messages, [place]: rest } }
    },
    /** Counts a message that is new, of somebody else, and elsewhere. */
    countUnread<W extends Kept<Message>>(workspace: W, before: W, message: Message): W {
      const place = placeOf(message)
      const known = before.messages[place]?.some((other) => idOf(other) === idOf(message))
      if (known || authorOf(message) === workspace.me.id || place === workspace.viewing) return workspace
      return { ...workspace, unread: { ...workspace.unread, [place]: (workspace.unread[place] ?? 0) + 1 } }
    },
  }
}

/** What one person's page keeps when it is told everything anew. */
export function keepViewing<W extends Kept<unknown>>(workspace: W, before: W | undefined): W {
  if (before?.me.id !== workspace.me.id) return workspace
  return { ...workspace, unread: before.unread, ...(before.viewing !== undefined && { viewing: before.viewing }) }
}

export function viewPlace<W extends Kept<unknown>>(workspace: W, place: string): W {
  return { ...workspace, viewing: place, unread: { ...workspace.unread, [place]: 0 } }
}

export function startTyping<W extends { typing: TypingTimes }>(
  workspace: W,
  place: string,
  user: string,
  until: number,
): W {
  return { ...workspace, typing: { ...workspace.typing, [place]: { ...workspace.typing[place], [user]: until } } }
}

export function stopTyping<W extends { typing: TypingTimes }>(workspace: W, place: string, user: string): W {
  const { [user]: until, ...others } = workspace.typing[place] ?? {}
  return until === undefined ? workspace : { ...workspace, typing: { ...workspace.typing, [place]: others } }
}

/** Frees the button that was pressed last at `at`. */
export function release<W extends { pressed: Record<string, string> }>(workspace: W, at: string): W {
  const { [at]: held, ...pressed } = workspace.pressed
  return held === undefined ? workspace : { ...workspace, pressed }
}

/** Replaces by id, or adds at the end. */
export function putById<T extends { id: string }>(list: T[], item: T): T[] {
  const place = list.findIndex(({ id }) => id === item.id)
  return place < 0 ? [...list, item] : list.with(place, item)
}
