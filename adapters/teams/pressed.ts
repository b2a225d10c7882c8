/** What a button of ours says about itself. Nothing else that comes with it is believed. */
export interface Pressed {
  id: string
  index: number
}

export function pressedOf(value: unknown): Pressed | undefined {
  if (!isPress(value)) return undefined
  const { id, i, q } = value
  const index = Number(i ?? q)
  return isReplyId(id) && (i ?? q ?? '') !== '' && Number.isInteger(index) && index >= 0 ? { id, index } : undefined
}

const isReplyId = (id: unknown): id is string => typeof id === 'string' && /^[\w-]{1,64}$/.test(id)

export const isPress = (value: unknown): value is { k: 'q'; id?: unknown; i?: unknown; q?: unknown } =>
  typeof value === 'object' && value !== null && (value as { k?: unknown }).k === 'q'

/** Which message of ours a card is, by what it carries. */
export function replyIdIn(data: unknown): string | undefined {
  return isPress(data) && isReplyId(data.id) ? data.id : undefined
}
