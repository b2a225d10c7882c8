import type { RunningScenario } from './running.ts'

/**
 * What a running scenario makes of an utterance. `took`: it has answered, and waits again or has ended; `aside` is a question that stood
 * beside the answer, `wish` what else was wanted by somebody who cancelled. `expired`, `left`: it has
 * ended, and somebody else may answer. `digresses`: somebody else may answer, and then it asks again.
 */
export type Reaction =
  | { took: RunningScenario | undefined; aside?: string; wish?: string }
  | { expired: RunningScenario }
  | { left: RunningScenario }
  | { digresses: RunningScenario }
