import type { Part } from '../../src/model/message.ts'
import { suggestedOf } from './outbound.ts'

const KEPT = 5000

interface Chosen {
  id: string
  index: number
}

/**
 * What is suggested below the newest message of a personal chat. Whoever chooses one of these says its words, and nothing but
 * the words tells which it was. What was suggested before a restart is a message like any other.
 */
export function createSuggested() {
  const shown = new Map<string, { message: string; id: string; options: readonly string[] }>()
  /** By the message that said it: Teams may tell of it again when something else is shown. */
  const choices = new Map<string, Chosen>()

  return {
    /** What a message shows now. `isNew`: it has become the newest of its chat; others suggest only if they still are. */
    shows(chat: string, message: string, part: Part, isNew: boolean): void {
      const newest = shown.get(chat)?.message ?? message
      if (!isNew && newest !== message) return
      shown.delete(chat)
      keep(shown, chat, { message, id: part.quickReplies?.id ?? '', options: suggestedOf(part) ?? [] })
    },
    chosen(chat: string, text: string, eventId: string): Chosen | undefined {
      const known = shown.get(chat)
      const index = known?.options.findIndex((option) => option.trim() === text) ?? -1
      if (known && index >= 0) keep(choices, eventId, { id: known.id, index })
      return choices.get(eventId)
    },
  }
}
export type Suggested = ReturnType<typeof createSuggested>

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value)
  if (map.size > KEPT) map.delete(map.keys().next().value!)
}
