import type { ScenarioProgress } from '../../model/scenario.ts'
import type { ScenarioParts } from './parts.ts'
import { type RunningScenario, restored, type Saved, saved } from './running.ts'

const maxSuspended = 5

/** The scenarios under way, the innermost last. */
export type Stack = ReturnType<typeof createStack>

export function createStack({ draft, version }: ScenarioParts) {
  const { progress } = draft.known
  const scenarios: Saved[] = []
  if (progress) {
    const { suspended, ...innermost } = progress
    scenarios.push(...suspended, innermost)
  }

  return {
    /** Takes out the innermost that is still there. The others end without a word. */
    async pop(): Promise<RunningScenario | undefined> {
      for (let from = scenarios.pop(); from; from = scenarios.pop()) {
        const agent = from.version === draft.agent.version ? draft.agent : await version(from.version)
        const running = restored(agent, from)
        if (running) {
          // Somebody may have changed the language; what does not name one leaves it.
          return draft.request.locale === undefined ? running : { ...running, language: draft.language }
        }
        draft.trace.scenario ??= {
          id: from.scenario,
          version: from.version,
          by: 'gone',
          path: [],
          ways: [],
          ended: 'gone',
        }
      }
      return undefined
    },
    /** Takes out the one that waits for this word, wherever it is, and puts those that it was called by on top: they go on after it. */
    async take(approval: string): Promise<RunningScenario | undefined> {
      const place = scenarios.findIndex(({ run }) => run?.approval === approval)
      if (place < 0) return undefined
      let from = place
      while (scenarios[from - 1]?.run?.calling) from--
      scenarios.push(...scenarios.splice(from, place - from + 1))
      const running = await this.pop()
      if (!running || running.run.approval === approval) return running
      this.push(running)
      return undefined
    },
    push(running: RunningScenario): void {
      scenarios.push(saved(running))
    },
    clear(): void {
      scenarios.length = 0
    },
    /** Takes out a scenario that begins anew. */
    drop(id: string): void {
      scenarios.splice(0, scenarios.length, ...scenarios.filter(({ scenario }) => scenario !== id))
    },
    isFull: () => scenarios.length >= maxSuspended,
    has: (id: string) => scenarios.some(({ scenario }) => scenario === id),
    /** With `running` as the innermost. */
    progress(running: RunningScenario): ScenarioProgress {
      return { ...saved(running), suspended: [...scenarios] }
    },
  }
}
