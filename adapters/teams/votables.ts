import type { Part } from '../../src/model/message.ts'
import { baseOf, type Posted } from './places.ts'

const KEPT = 10_000

/** Which feedback a message of ours asks for, for as long as this process remembers: Teams carries nothing of it. */
export function createVotables() {
  const asked = new Map<string, string>()
  const keyOf = ({ tenant, conversation, id }: Posted): string => `${tenant}/${baseOf(conversation)}/${id}`

  return {
    shows(posted: Posted, { feedback }: Part): void {
      if (!feedback) return
      asked.set(keyOf(posted), feedback.id)
      if (asked.size > KEPT) asked.delete(asked.keys().next().value!)
    },
    feedbackOf: (posted: Posted): string | undefined => asked.get(keyOf(posted)),
  }
}
export type Votables = ReturnType<typeof createVotables>
