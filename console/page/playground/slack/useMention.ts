import type { RefObject } from 'react'
import { useCompletion } from '../../shared/useCompletion.ts'
import { nameOf } from './compose.ts'
import { useSlack } from './context.ts'

export type Mention = ReturnType<typeof useMention>

/** Completes the names of people of the workspace. */
export function useMention(box: RefObject<HTMLTextAreaElement | null>, text: string, onText: (text: string) => void) {
  const { bot, me, users } = useSlack().workspace
  const candidates = [bot, ...users.filter((user) => user.id !== bot.id && user.id !== me.id), me]
  return useCompletion({
    box,
    text,
    onText,
    find: (start) =>
      candidates.filter((user) => [user.name, user.real_name].some((name) => name.toLowerCase().startsWith(start))),
    nameOf,
  })
}
