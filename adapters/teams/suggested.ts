import { LatestMap } from '../../src/lib/latest.ts'
import type { Part } from '../../src/model/message.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Notes } from '../../src/ports/notes.ts'
import { suggestedOf } from './outbound.ts'

const KEPT = 5000

interface Chosen {
  id: string
  index: number
}

interface Suggestion {
  message: string
  id: string
  options: readonly string[]
  /** The latest choice: Teams may tell of it again when something else is shown. */
  last?: Chosen & { eventId: string }
}

/**
 * What is suggested below the newest message of a personal chat. Whoever chooses one of these says its words, and nothing but
 * the words tells which it was. It is noted, for another process than the one that shows it may hear of the choice.
 */
export function createSuggested({ notes, log }: { notes: Notes; log: Log }) {
  /** The newest message of ours in a chat, as far as this process knows. */
  const newest = new LatestMap<string, string>(KEPT)
  /** What was made of each message, so that it is the same when Teams tells of it again, whatever was noted in between. */
  const made = new LatestMap<string, Promise<Chosen | undefined>>(KEPT)
  const nameOf = (chat: string): string => `suggested:${chat}`

  async function read(chat: string): Promise<Suggestion | undefined> {
    const note = await notes.get(nameOf(chat))
    return note === undefined ? undefined : (JSON.parse(note) as Suggestion)
  }

  const write = (chat: string, shown: Suggestion): Promise<void> => notes.set(nameOf(chat), JSON.stringify(shown))

  async function choose(chat: string, text: string, eventId: string): Promise<Chosen | undefined> {
    const shown = await read(chat)
    if (shown?.last?.eventId === eventId) return shown.last
    const index = shown?.options.findIndex((option) => option.trim() === text) ?? -1
    if (!shown || index < 0) return undefined
    const chosen = { id: shown.id, index }
    await write(chat, { ...shown, last: { ...chosen, eventId } })
    return chosen
  }

  return {
    /** What a message shows now. `isNew`: it has become the newest of its chat; others suggest only if they still are. */
    async shows(chat: string, message: string, part: Part, isNew: boolean): Promise<void> {
      if (isNew) newest.set(chat, message)
      const options = suggestedOf(part) ?? []
      try {
        const before = await read(chat)
        if (!isNew && (newest.get(chat) ?? before?.message ?? message) !== message) return
        if (options.length === 0 && !before?.options.length) return
        const last = before?.last && { last: before.last }
        await write(chat, { message, id: part.quickReplies?.id ?? '', options, ...last })
      } catch (err) {
        log.warn({ err }, 'what was suggested was not noted: whoever chooses it only says its words')
      }
    },

    chosen(chat: string, text: string, eventId: string): Promise<Chosen | undefined> {
      const before = made.get(eventId)
      if (before) return before
      const now = choose(chat, text, eventId)
      made.set(eventId, now)
      now.catch(() => made.delete(eventId))
      return now
    },
  }
}
export type Suggested = ReturnType<typeof createSuggested>
