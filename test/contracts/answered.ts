import type { Stage } from './situation.ts'

/** Resolves when an answer that Ann sees holds these words. */
export async function answered(stage: Stage, said: string): Promise<void> {
  const until = Date.now() + 60_000
  while (!stage.answer()?.includes(said)) {
    if (Date.now() > until) throw new Error(`nobody answered ${said}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
