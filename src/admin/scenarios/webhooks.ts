import { didYouMean } from '../../lib/closest.ts'
import { type Match, type Scenario, type ScenarioNode, waits } from '../../model/scenario.ts'
import type { Path, Report } from './finding.ts'

/** Whether the webhooks that are called exist, and something is to happen however they, and other questions of fact, go. */
export function checkWebhooks(
  { nodes }: Scenario,
  webhooks: readonly string[] | undefined,
  disabled: readonly string[],
  report: Report,
): void {
  for (const [id, node] of Object.entries(nodes)) {
    const at = ['nodes', id]
    if (webhooks && node.webhook !== undefined && !webhooks.includes(node.webhook)) {
      const near = didYouMean(node.webhook, webhooks) || '. Write it under `webhooks` in agent.yaml.'
      report.error('S008', [...at, 'webhook'], `is ${node.webhook}, which is not a webhook of this agent${near}`)
    }
    if (node.webhook !== undefined && disabled.includes(node.webhook)) {
      const message = `is ${node.webhook}, which is switched off in agent.yaml (\`isEnable: false\`): every call of it fails. Switch it on, or take it out here.`
      report.warning('S030', [...at, 'webhook'], message)
    }
    if (node.end !== undefined || waits(node) || node.call || node.while) continue
    const matches = (node.on ?? []).flatMap((transition) => ('match' in transition ? [transition.match] : []))
    checkOld(node, matches, [...at, 'on'], report)
    const open = node.on !== undefined && !node.goto && !node.on.some((transition) => 'else' in transition)
    if (open && !coversAll(matches)) {
      report.error(
        'S009',
        [...at, 'on'],
        'says nothing of some cases, and then nothing leads on. End it with { else: … }.',
      )
    } else if (node.webhook && !matches.some((match) => 'webhook' in match)) {
      report.warning(
        'S010',
        [...at, 'webhook'],
        'may fail, and then the scenario goes on as if it had not. Begin `on` with { match: { webhook: error }, goto: … }.',
      )
    }
  }
}

/** What a webhook saves stays as it was when the webhook fails: it must not be looked at before that. */
function checkOld({ save = {} }: ScenarioNode, matches: readonly Match[], at: Path, report: Report): void {
  const asked = matches.findIndex((match) => 'webhook' in match)
  const old = matches.findIndex((match) => 'state' in match && Object.hasOwn(save, match.state))
  if (asked < 0 || old < 0 || asked < old) return
  report.warning(
    'S010',
    [...at, old],
    'looks at what the webhook saves before it is known whether it failed: then this may still be from the last time. Put the transition on `webhook` before it.',
  )
}

/** Whether one of `matches` must hold: a question and its opposite are among them. */
function coversAll(matches: readonly Match[]): boolean {
  const asked = new Set(matches.map((match) => JSON.stringify(questionOf(match))))
  return matches.some((match) => {
    const [subject, answer] = questionOf(match)
    const opposite = opposites[answer]
    return opposite !== undefined && asked.has(JSON.stringify([subject, opposite]))
  })
}

const opposites: Record<string, string> = {
  ok: 'error',
  error: 'ok',
  exists: 'missing',
  missing: 'exists',
  eq: 'ne',
  ne: 'eq',
  gt: 'lte',
  lte: 'gt',
  gte: 'lt',
  lt: 'gte',
}

/** What is asked of what. */
function questionOf(match: Match): [subject: unknown, answer: string] {
  if ('webhook' in match) return ['webhook', match.webhook]
  return 'state' in match ? [[match.state, match.value], match.op] : [match, '']
}
