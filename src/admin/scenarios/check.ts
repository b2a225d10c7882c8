import { atOnce, type Work } from '../../lib/slices.ts'
import type { Rule } from '../../model/rule.ts'
import type { StateDeclarations } from '../../model/state.ts'
import { checkDeclared, type StateRules } from './declared.ts'
import { type Finding, reportOn, type ScenarioFile } from './finding.ts'
import { checkJumps } from './jumps.ts'
import { checkOptions, type Shows } from './options.ts'
import { checkPhrases } from './phrases.ts'
import { checkSlots } from './slots.ts'
import { checkState, statesExpected, statesWritten, statesWrittenIn } from './state.ts'
import { checkStructure } from './structure.ts'
import { checkTransitions } from './transitions.ts'
import { checkUrls } from './urls.ts'
import { checkWebhooks } from './webhooks.ts'

/** What the scenarios of an agent live among. */
export interface Surroundings extends StateRules {
  /** The names of its webhooks; undefined where they are not known. */
  webhooks: readonly string[] | undefined
  /** Those of them that are switched off. */
  disabled?: readonly string[]
  /** What its rules are said to. */
  phrases: readonly string[]
  /** Keys of the state that its prompt and its rules write. */
  states: readonly string[]
}

/** As much of an agent's document as its scenarios have to do with. */
interface Document {
  agent: { llmSettings?: { prompt?: string | undefined } | undefined; state?: StateDeclarations | undefined }
  webhooks: readonly { name: string; isEnable?: boolean | undefined }[]
  rules: readonly Pick<Rule, 'when' | 'say'>[]
}

export function surroundingsOf({ agent, webhooks, rules }: Document): Surroundings {
  const prompted = statesWrittenIn(agent.llmSettings?.prompt ?? '')
  return {
    webhooks: webhooks.map(({ name }) => name),
    disabled: webhooks.filter(({ isEnable }) => isEnable === false).map(({ name }) => name),
    phrases: rules.flatMap(({ when }) => when),
    states: [...prompted, ...rules.flatMap(({ say }) => say).flatMap(statesWrittenIn)],
    prompted,
    declared: agent.state ?? {},
  }
}

/**
 * Everything that is wrong with the scenarios of one agent, file by file in the order of their lines, and what some platform would not
 * show.
 */
export const checkScenarios = (...given: Parameters<typeof checkingScenarios>): Finding[] =>
  atOnce(checkingScenarios(...given))

/** The same as work that can be interrupted: with thousands of phrases it takes seconds. */
export function* checkingScenarios(
  files: readonly ScenarioFile[],
  around: Surroundings,
  platforms: readonly Shows[],
): Work<Finding[]> {
  const findings: Finding[] = []
  const scenarios = files.map(({ scenario }) => scenario)
  const written = [...around.states, ...scenarios.flatMap(statesWritten)]
  const expected = [...scenarios.flatMap(statesExpected), ...Object.keys(around.declared)]
  for (const file of files) {
    const { scenario } = file
    const report = reportOn(file, findings)
    checkStructure(scenario, report)
    checkOptions(scenario, platforms, report)
    checkTransitions(scenario, report)
    checkWebhooks(scenario, around.webhooks, around.disabled ?? [], report)
    checkSlots(scenario, report)
    checkUrls(scenario, report)
    checkState(scenario, written, expected, report)
    checkDeclared(scenario, around, report)
    yield
  }
  yield* checkPhrases(files, around.phrases, findings)
  checkJumps(files, findings)
  const order = new Map(files.map(({ file }, i) => [file, i]))
  return findings.toSorted((a, b) => order.get(a.file)! - order.get(b.file)! || a.line - b.line)
}
