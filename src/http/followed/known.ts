import { keptForMs } from '../../store/followed-turns.ts'
import type { Following } from './following.ts'

const maxKnown = 1000

export type Known = ReturnType<typeof createKnown>

/** The turns that are followed in this process. */
export function createKnown() {
  const all = new Map<string, Following>()
  /** Those that are made here and kept. */
  const made = new Map<string, Following>()

  return {
    find: (id: string): Following | undefined => made.get(id) ?? all.get(id),
    /** Until a while after its end. */
    know(following: Following): void {
      const { id, end } = following.turn
      all.set(id, following)
      if (all.size > maxKnown) all.delete(all.keys().next().value!)
      const forget = () => setTimeout(() => all.delete(id), keptForMs).unref()
      end.then(forget, forget)
    },
    forget: (id: string): void => void all.delete(id),
    isMade: (id: string): boolean => made.has(id),
    made: (): Iterable<[string, Following]> => made,
    /** It is made here if the claim succeeds. Whoever looks for it meanwhile finds it. */
    async make(following: Following, claim: () => Promise<boolean>): Promise<boolean> {
      const { id, end } = following.turn
      made.set(id, following)
      const over = () => {
        if (made.get(id) === following) made.delete(id)
      }
      const isOurs = await claim().catch((error) => {
        over()
        throw error
      })
      if (isOurs) end.then(over, over)
      else over()
      return isOurs
    },
    /** Another process makes it. */
    lose: (id: string): void => void made.delete(id),
  }
}
