import { setImmediate } from 'node:timers/promises'
import { type Difference, differencesOf } from './compare.ts'
import type { ConversationTest, TestFile } from './format.ts'
import { createStage, type StageParts } from './stage.ts'
import type { Entered } from './ways.ts'

/** How one test of a file went. */
export interface Result {
  file: string
  line: number
  test: string
  /** What is different, turn by turn, counted from 1. Empty: the test has passed. */
  failed: { turn: number; line: number; differences: Difference[] }[]
  entered: Entered[]
  ways: string[]
}

export async function runFiles(files: readonly TestFile[], parts: StageParts): Promise<Result[]> {
  const results: Result[] = []
  for (const { file, tests, lineOf } of files) {
    for (const [i, test] of tests.entries()) {
      const at = ['scenario_tests', i]
      const { failed, ...gone } = await runTest(parts, test)
      const told = failed.map((one) => ({ ...one, line: lineOf([...at, 'turns', one.turn - 1]) }))
      results.push({ file, line: lineOf([...at, 'test']), test: test.test, failed: told, ...gone })
    }
  }
  return results
}

/** Plays a test to its end, also past a difference: what comes later may say why. */
async function runTest(parts: StageParts, test: ConversationTest) {
  const stage = createStage(parts, test)
  const failed: { turn: number; differences: Difference[] }[] = []
  const entered: Entered[] = []
  const ways: string[] = []
  for (const [i, turn] of test.turns.entries()) {
    if (turn.advance) stage.advance(turn.advance)
    if (turn.user === undefined && turn.approval === undefined) continue
    const outcome = await (turn.approval ? stage.decide(turn.approval) : stage.say(turn.user!))
    const differences = differencesOf(turn, outcome)
    if (differences.length > 0) failed.push({ turn: i + 1, differences })
    entered.push(...outcome.entered)
    ways.push(...outcome.ways)
    // Whoever is being answered comes first.
    await setImmediate()
  }
  return { failed, entered, ways }
}
