import { didYouMean } from '../../lib/closest.ts'
import { isOrder, type Match, type Scenario, type StateTest } from '../../model/scenario.ts'
import type { Path, Report } from './finding.ts'
import { templatesOf } from './texts.ts'

/** The keys of the state that a scenario writes. */
export function statesWritten(scenario: Scenario): string[] {
  const nodes = Object.values(scenario.nodes).flatMap(({ set, options = [], on = [], collect, save }) => [
    ...[set, save, ...options.map((option) => option.set), ...on.map((transition) => transition.set)].flatMap(
      (values) => Object.keys(values ?? {}),
    ),
    ...(collect ? [collect.state] : []),
  ])
  const known = Object.entries(scenario.slots ?? {}).flatMap(([name, { type }]) =>
    type === 'money' ? [name, `${name}.currency`] : type === 'file' ? [name, `${name}.text`] : [name],
  )
  return [...nodes, ...known, ...templatesOf(scenario).flatMap(({ text }) => statesWrittenIn(text))]
}

/** The keys that a text writes with `#{key:value}`. */
export function statesWrittenIn(text: string): string[] {
  return [...text.matchAll(/#\{([^:{}\r\n]{1,100}):/g)].map(([, key]) => key!.trim())
}

/**
 * Keys that are asked whether they are there at all: their author knows that they come from elsewhere, from the API or
 * another conversation.
 */
export function statesExpected(scenario: Scenario): string[] {
  return testsOf(scenario)
    .filter(({ path, test }) => path[0] === 'guard' || test.op === 'exists' || test.op === 'missing')
    .map(({ test }) => test.state)
}

/** Whether everything that is read from the state is somewhere written into it. */
export function checkState(
  scenario: Scenario,
  written: readonly string[],
  expected: readonly string[],
  report: Report,
): void {
  const known = [...written, ...expected]
  const seen = new Set<string>()
  const read = (key: string, path: Path) => {
    if (known.includes(key) || seen.has(key)) return
    seen.add(key)
    const fix = didYouMean(key, known) || '. Set it, or ask with op: exists whether it is there.'
    report.warning('S018', path, `reads ${key} of the state, which nothing sets${fix}`)
  }
  for (const { path, text } of templatesOf(scenario)) {
    for (const key of keysIn(text)) read(key, path)
  }
  for (const { path, test } of testsOf(scenario)) {
    read(test.state, [...path, 'state'])
    if (typeof test.value === 'string' && isOrder(test.op))
      for (const key of keysIn(test.value)) read(key, [...path, 'value'])
  }
}

/** The keys that a text reads with `#{key}`. */
const keysIn = (text: string): string[] =>
  [...text.matchAll(/#\{([^:{}\r\n]{1,100})\}/g)].map(([, key]) => key!.trim()).filter((key) => key !== '')

export function testsOf({ guard, start, nodes }: Scenario): { path: Path; test: StateTest }[] {
  const of = (match: Match, path: Path) => ('state' in match ? [{ path, test: match }] : [])
  return [
    ...(Array.isArray(guard) ? guard.map((test, i) => ({ path: ['guard', i], test })) : []),
    ...(guard && !Array.isArray(guard) ? [{ path: ['guard'], test: guard }] : []),
    ...start.flatMap(({ match }, i) => of(match, ['start', i, 'match'])),
    ...Object.entries(nodes).flatMap(([id, { while: tests = [] }]) =>
      Array.isArray(tests)
        ? tests.map((test, i) => ({ path: ['nodes', id, 'while', i], test }))
        : [{ path: ['nodes', id, 'while'], test: tests }],
    ),
    ...Object.entries(nodes).flatMap(([id, { on = [] }]) =>
      on.flatMap((transition, i) =>
        'match' in transition ? of(transition.match, ['nodes', id, 'on', i, 'match']) : [],
      ),
    ),
  ]
}
