import type { Edge } from '../../admin/scenarios/graph.ts'
import type { WebhookStub } from '../../app/parts/scenario-test/format.ts'
import type { Decided } from '../../app/parts/scenario-test/stage.ts'
import { stepsOf } from '../../engine/scenario/json-path.ts'
import { declarationOf } from '../../lib/person-state.ts'
import { isOrder, type ScenarioNode, type StateTest } from '../../model/scenario.ts'
import type { StateDeclarations } from '../../model/state.ts'

/** What has to be so for a way to be taken, and what to say for it; `undefined`: nobody can tell what. */
export interface Arrangement {
  /** What the agent lets a person's state hold. */
  readonly declared: StateDeclarations
  state: Record<string, string>
  webhooks: Record<string, WebhookStub[]>
  intents: Record<string, string[]>
  /** Of each time the person speaks, when and what; a number is the place of an option. Or what somebody else decides. */
  turns: { at: string | undefined; advance?: string; say: string | number; approval?: Decided }[]
}

type Body = Exclude<WebhookStub, { fails: unknown }>['body']

/** Lets a node that decides at once decide for `edge`: by what its webhook answers, and by what is known beforehand. */
export function arrange(plan: Arrangement, node: ScenarioNode, edge: Edge): void {
  const { webhook, save = {}, on = [] } = node
  const { declared } = plan
  const matches = on.flatMap((it, index) => ('match' in it ? [{ match: it.match, wanted: edge.index === index }] : []))
  const outcome = matches.find(({ match, wanted }) => wanted && 'webhook' in match)
  // Where it makes no difference the webhook works, unless that alone would lead elsewhere.
  const fails = outcome
    ? 'webhook' in outcome.match && outcome.match.webhook === 'error'
    : !matches.some(({ wanted }) => wanted) && matches.some(({ match }) => 'webhook' in match && match.webhook === 'ok')
  // Each text is another, so that options that are made of them can be told apart.
  const shortFirst = Object.entries(save).toSorted(([, a], [, b]) => a.length - b.length)
  const anyOf = (key: string, text: string, but?: StateTest['value']) => sampleValue(declared, key, text, but)
  let body: unknown = shortFirst.reduce<unknown>((json, [key, path]) => put(json, stepsOf(path), anyOf(key, key)), {})
  for (const { match, wanted } of matches.toSorted((a, b) => Number(a.wanted) - Number(b.wanted))) {
    if (!('state' in match)) continue
    const path = save[match.state]
    const test = wanted ? match : opposite(match)
    if (path === undefined) suppose(plan, test)
    else body = put(body, stepsOf(path), passing(test, declared) ?? anyOf(test.state, 'other', test.value))
  }
  if (webhook === undefined) return
  const reply: WebhookStub = fails ? { status: 500 } : { status: 200, body: body as Body }
  plan.webhooks[webhook] = [...(plan.webhooks[webhook] ?? []), reply]
}

/** Makes a test pass by what is known of the person beforehand. */
export function suppose(plan: Arrangement, test: StateTest): void {
  const value = passing(test, plan.declared)
  if (value !== undefined) plan.state[test.state] ??= value
}

/** A value that passes a test; undefined: none need be there. */
function passing({ state, op, value }: StateTest, declared: StateDeclarations): string | undefined {
  if (op === 'exists') return sampleValue(declared, state, 'Ann')
  if (op === 'eq' || op === 'in') return String([value!].flat()[0])
  const bound = Number(value)
  if (!isOrder(op) || Number.isNaN(bound)) return undefined
  return String(op === 'gt' ? bound + 1 : op === 'lt' ? bound - 1 : bound)
}

/** A value that the key may hold: `text`, unless it is declared to hold no texts. None of `but`, as far as there are others. */
function sampleValue(declared: StateDeclarations, key: string, text: string, but: StateTest['value'] = []): string {
  const { type = 'text', values = [] } = declarationOf(declared, key) ?? {}
  const able = { text: [text], number: ['1', '2'], boolean: ['true', 'false'], choice: values }[type]
  return able.find((value) => ![but].flat().includes(value)) ?? text
}

function opposite(test: StateTest): StateTest {
  const opposites = {
    exists: 'missing',
    missing: 'exists',
    eq: 'ne',
    ne: 'eq',
    in: 'missing',
    gt: 'lte',
    gte: 'lt',
    lt: 'gte',
    lte: 'gt',
  } as const
  return { ...test, op: opposites[test.op] }
}

type Place = string | number

/** A JSON value with another at some place inside it. */
function put(into: unknown, [step, ...rest]: readonly Place[], value: string): unknown {
  if (step === undefined) return value
  const at = typeof step === 'number'
  const whole = at ? [...(Array.isArray(into) ? into : [])] : { ...(typeof into === 'object' ? into : {}) }
  const inner = (whole as Record<Place, unknown>)[step]
  ;(whole as Record<Place, unknown>)[step] = put(inner, rest, value)
  return at ? Array.from(whole as unknown[], (item) => item ?? null) : whole
}
