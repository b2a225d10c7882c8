/** The id of a conversation as it stands in activities and paths: a place and, in a channel, perhaps one of its threads. */
export interface PlaceRef {
  place: string
  root?: string
}

const THREAD = ';messageid='

export function toRef(id: string): PlaceRef {
  const at = id.indexOf(THREAD)
  return at < 0 ? { place: id } : { place: id.slice(0, at), root: id.slice(at + THREAD.length) }
}

export const toConversationId = ({ place, root }: PlaceRef): string => (root ? `${place}${THREAD}${root}` : place)
