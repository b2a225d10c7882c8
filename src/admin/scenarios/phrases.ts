import { pathText } from '../../lib/faults.ts'
import type { Work } from '../../lib/slices.ts'
import type { Scenario } from '../../model/scenario.ts'
import { type Finding, type Report, reportOn, type ScenarioFile } from './finding.ts'
import { type Ear, earOf, hearsAllOf, type Phrase, phraseOf } from './hearing.ts'

/** Whether each phrase is heard where it is written, and not by something that listens before: each by each, which takes its time. */
export function* checkPhrases(
  files: readonly ScenarioFile[],
  rules: readonly string[],
  findings: Finding[],
): Work<void> {
  const ruled = rules.map(phraseOf)
  // Of two with one id the second never runs: that is said of it already.
  const inOrder = files
    .filter(({ scenario: { id } }, i) => files.findIndex((other) => other.scenario.id === id) === i)
    .toSorted((a, b) => b.scenario.priority - a.scenario.priority)
    .map((file) => ({ file, ears: file.scenario.start.map(({ match }, i) => earOf(match, ['start', i, 'match'])) }))
  for (const [i, { file, ears }] of inOrder.entries()) {
    const { scenario } = file
    const report = reportOn(file, findings)
    const before = inOrder.slice(0, i).filter((other) => mayStart(other.file.scenario, scenario))
    for (const phrase of ears.flatMap(({ phrases }) => phrases)) {
      yield
      const other = before.find((it) => it.ears.some((ear) => ear.hears(phrase)))
      if (!other) continue
      const { id, priority } = other.file.scenario
      const why = priority === scenario.priority ? 'comes first' : `has the priority ${priority}`
      const message = `"${phrase.text}" starts ${id}, which ${why}. Reword one of them, or change their \`priority\`.`
      report.warning('S019', phrase.path, message)
    }
    yield* checkOrder(ears, report)
    yield* checkNodes(scenario, report)
    if (!scenario.guard) yield* checkRules(ears, ruled, report)
  }
}

/** Whether a scenario starts whenever `other` could. */
function mayStart({ guard }: Scenario, other: Scenario): boolean {
  return guard === undefined || JSON.stringify(guard) === JSON.stringify(other.guard)
}

/** A rule that says what a scenario starts with never answers. */
function* checkRules(ears: readonly Ear[], rules: readonly Phrase[], report: Report): Work<void> {
  for (const { path, hears } of ears) {
    const heard: Phrase[] = []
    for (const rule of rules) {
      if (hears(rule)) heard.push(rule)
      yield
    }
    const [taken, ...others] = heard
    if (!taken) continue
    const more = others.length > 0 ? ` and ${others.length} more` : ''
    const message = `starts the scenario where a rule should answer: "${taken.text}"${more}. Take one of the two out.`
    report.warning('S019', path, message)
  }
}

/** In the order of a turn: what cancels, then options, then `on`. */
function* checkNodes({ nodes, policy: { cancel } }: Scenario, report: Report): Work<void> {
  const { exact, partial } = cancel ?? {}
  const cancels = [...(exact ? [{ exact }] : []), ...(partial ? [{ partial }] : [])].map((match) => earOf(match, []))
  for (const [id, { options = [], on = [] }] of Object.entries(nodes)) {
    const at = ['nodes', id]
    const choices = options.map(({ text, goto }, i) => {
      const path = [...at, 'options', i, 'text']
      return { ...earOf({ exact: text }, path), phrases: [{ ...phraseOf(text), path }], goto }
    })
    const heard = on.flatMap((transition, i) =>
      'match' in transition ? [{ ...earOf(transition.match, [...at, 'on', i, 'match']), goto: transition.goto }] : [],
    )
    // Where it would lead to the same node there is nothing to lose.
    for (const phrase of [...choices, ...heard].flatMap(({ phrases, goto }) =>
      goto === cancel?.goto ? [] : phrases,
    )) {
      if (!cancels.some(({ hears }) => hears(phrase))) continue
      const message = `"${phrase.text}" cancels the scenario before it is heard here. Reword one of them.`
      report.warning('S019', phrase.path, message)
    }
    yield* checkOrder(heard, report, choices)
  }
}

/** Of ears that are tried in this order, after some others: phrases that an earlier one takes. */
function* checkOrder(ears: readonly Ear[], report: Report, first: readonly Ear[] = []): Work<void> {
  for (const [i, ear] of ears.entries()) {
    for (const phrase of ear.phrases) {
      yield
      const taker = [...first, ...ears.slice(0, i)].find((other) => hearsAllOf(other, ear, phrase))
      if (!taker) continue
      const where = pathText(taker.path)
      const message = `"${phrase.text}" is heard by ${where} first. Take one of the two out, or change their order.`
      report.warning('S019', phrase.path, message)
    }
  }
}
