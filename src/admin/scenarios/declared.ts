import { declarationOf, isOfType, writersOf } from '../../lib/person-state.ts'
import { isOrder, type Scenario } from '../../model/scenario.ts'
import type { StateDeclaration, StateDeclarations, StateWriter } from '../../model/state.ts'
import type { Path, Report } from './finding.ts'
import { statesWrittenIn, testsOf } from './state.ts'
import { templatesOf } from './texts.ts'

/** What an agent says of the state of people. */
export interface StateRules {
  /** The keys it declares. */
  declared: StateDeclarations
  /** Those that its prompt has the model write. */
  prompted: readonly string[]
}

/** Whether scenarios write only what they may, and go by what can be. */
export function checkDeclared(scenario: Scenario, { declared, prompted }: StateRules, report: Report): void {
  for (const { key, path, by, text } of writesOf(scenario)) {
    const declaration = declarationOf(declared, key)
    if (!declaration) continue
    if (!writersOf(declaration).includes(by)) {
      const message = `is written by a ${by}, and agent.yaml lets only ${writersOf(declaration).join(', ')} write ${key}. Add ${by} to its \`writableBy\`, or keep it under another key.`
      report.error('S025', path, message)
    } else if (text !== undefined && !/[#@]\{/.test(text) && !fits(declaration, text)) {
      report.error('S027', path, `is no value that agent.yaml lets ${key} have: ${kindOf(declaration)}.`)
    }
  }
  const told = new Set<string>()
  for (const { path, test } of testsOf(scenario)) {
    const { state: key, op, value } = test
    const at = [...path, 'state']
    const declaration = declarationOf(declared, key)
    if (!declaration && prompted.includes(key) && !told.has(key)) {
      told.add(key)
      const message = `goes by ${key}, which the prompt has the model write: what a model writes does not count here, unless agent.yaml names model in the \`writableBy\` of this key, under \`agent.state\`.`
      report.warning('S026', at, message)
    }
    if (!declaration || value === undefined || isOrder(op)) continue
    const wrong = [value]
      .flat()
      .map(String)
      .filter((one) => !fits(declaration, one))
    if (wrong.length === 0) continue
    const message = `compares ${key} with what it never is: agent.yaml lets it have ${kindOf(declaration)}.`
    if (op === 'eq' || (op === 'in' && wrong.length === [value].flat().length)) report.error('S027', at, message)
    else report.warning('S027', at, message)
  }
}

interface Write {
  key: string
  path: Path
  by: StateWriter
  /** What it is set to. */
  text?: string
}

function writesOf(scenario: Scenario): Write[] {
  return [
    ...(scenario.keep ?? []).map((key, i): Write => ({ key, path: ['keep', i], by: 'scenario' })),
    ...Object.entries(scenario.nodes).flatMap(([id, node]) => {
      const { options = [], on = [], collect, save = {} } = node
      const at: Path = ['nodes', id]
      const saved = Object.keys(save).map((key): Write => ({ key, path: [...at, 'save', key], by: 'webhook' }))
      return [
        ...changesOf(node, at),
        ...options.flatMap((option, i) => changesOf(option, [...at, 'options', i])),
        ...on.flatMap((transition, i) => changesOf(transition, [...at, 'on', i])),
        ...(collect ? [{ key: collect.state, path: [...at, 'collect', 'state'], by: 'scenario' } satisfies Write] : []),
        ...saved,
      ]
    }),
    ...templatesOf(scenario).flatMap(({ path, text }) =>
      statesWrittenIn(text).map((key): Write => ({ key, path, by: 'scenario' })),
    ),
  ]
}

interface Change {
  set?: Readonly<Record<string, string>> | undefined
  unset?: string | readonly string[] | undefined
}

function changesOf({ set = {}, unset = [] }: Change, at: Path): Write[] {
  return [
    ...Object.entries(set).map(([key, text]): Write => ({ key, path: [...at, 'set', key], by: 'scenario', text })),
    ...[unset].flat().map((key): Write => ({ key, path: [...at, 'unset'], by: 'scenario' })),
  ]
}

function fits(declaration: StateDeclaration, value: string): boolean {
  return isOfType(declaration, value) && value.length <= (declaration.maxLength ?? Number.POSITIVE_INFINITY)
}

function kindOf({ type = 'text', values = [], maxLength }: StateDeclaration): string {
  if (type === 'number') return 'a number'
  if (type === 'boolean') return 'true or false'
  return type === 'choice' ? values.join(', ') : `at most ${maxLength} characters`
}
