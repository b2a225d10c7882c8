import type { RefObject } from 'react'
import { useCompletion } from '../../shared/useCompletion.ts'
import { useDiscord } from './context.ts'

export type Mention = ReturnType<typeof useMention>

/** Completes the names of people of the workspace. */
export function useMention(box: RefObject<HTMLTextAreaElement | null>, text: string, onText: (text: string) => void) {
  const { bot, me, users } = useDiscord().workspace
  const candidates = [bot, ...users.filter((user) => user.id !== bot.id && user.id !== me.id), me]
  return useCompletion({
    box,
    text,
    onText,
    find: (start) =>
      candidates
        .filter((user) => [user.username, user.name].some((name) => name.toLowerCase().startsWith(start)))
        .slice(0, 8),
    nameOf: (user) => user.name,
  })
}
