import type { Approval, ToolPolicy, ToolRule } from '../../model/tools.ts'
import type { ToolTrace } from '../../model/trace.ts'
import type { EngineStore } from '../../ports/engine-store.ts'
import type { Tool, ToolCall } from '../../ports/llm.ts'
import type { ServedTool, ToolOutcome, ToolSource } from '../../ports/tools.ts'
import type { AnswerDraft } from '../draft.ts'
import { wouldHide } from '../masking/index.ts'
import { disarmed } from '../quotation.ts'
import type { Run } from '../run.ts'
import type { TurnWebhooks } from '../webhooks/index.ts'
import { argumentsFault, readArguments } from '../webhooks/tools.ts'
import { type Asked, askText, hashOf, maxShown } from './ask.ts'
import { connectedText, createConnecting } from './connect.ts'
import { limitFault } from './limits.ts'

/** Everything that the model may call in one turn, whoever answers it; each call goes by the rules of the agent's author. */
export interface TurnTools {
  readonly tools: readonly Tool[]
  /** The result for the model, also of what failed or was not allowed; or that somebody has to agree first. */
  call(call: Pick<ToolCall, 'name' | 'arguments'>): Promise<string | Asked>
  /** Makes a call that was agreed to, if it is allowed now. `begin` is awaited right before it: false where it must not be made. */
  approved(approval: Approval, begin: () => Promise<boolean>): Promise<Ended | 'begun before'>
}

interface Ended extends ToolOutcome {
  outcome: Exclude<ToolOutcome['outcome'], 'unauthorized'>
}

export interface TurnToolsParts {
  draft: AnswerDraft
  webhooks: TurnWebhooks
  /** Its tools besides, where the agent has any. */
  source?: ToolSource | undefined
  store: Pick<EngineStore, 'toolApprovals' | 'toolCalls'>
  run: Run
}

/** What one may do with a tool whose author says nothing of it: functions of webhooks are the author's own, others are strangers'. */
const usual = (isOwn: boolean): ToolRule => ({ policy: isOwn ? 'auto' : 'ask' })

/** What a server says of its tool is no reason to call it: until somebody has looked at exactly this, people are asked. */
function ruleOfServed(rule: ToolRule, { pin }: ServedTool): ToolRule {
  if (rule.pin !== undefined && rule.pin !== pin) return { ...rule, policy: 'never' }
  return rule.policy === 'auto' && rule.pin === undefined ? { ...rule, policy: 'ask' } : rule
}

/** `fresh`: servers are asked again what they offer. */
export async function turnTools(parts: TurnToolsParts, { fresh = false } = {}): Promise<TurnTools> {
  const { draft, webhooks, source, store, run } = parts
  const { agent, request, trace, now } = draft
  const { rules = {} } = agent.document.tools ?? {}
  const own = new Map(webhooks.tools.map((tool) => [tool.name, tool]))
  const canAsk = request.mayAsk !== undefined && request.uid !== undefined && store.toolApprovals !== undefined
  // In whose name something is done: a program that says who somebody is has not shown that it is them.
  const person = canAsk ? request.uid : undefined
  const offered = await source?.tools(agent, run.signal, { fresh, person })
  const { tools: served, away, unconnected } = offered ?? { tools: [], away: [], unconnected: [] }
  const connecting = createConnecting({ agent, unconnected, canAsk, noted })
  const foreign = new Map(served.map((tool) => [tool.name, tool]))
  const all = new Map<string, Tool>([...foreign, ...own, ...connecting.tools])
  const ruleOf = (name: string): ToolRule => {
    const rule = rules[name] ?? usual(own.has(name) || connecting.has(name))
    const tool = own.has(name) ? undefined : foreign.get(name)
    return tool ? ruleOfServed(rule, tool) : rule
  }
  const isOffered = ({ name }: Tool): boolean => {
    const { policy } = ruleOf(name)
    return policy === 'auto' || (policy !== 'never' && canAsk)
  }

  /** Of webhooks that nothing is said of, their own line tells enough. */
  function noted(name: string, policy: ToolPolicy, outcome: string, ms = 0): void {
    if (own.has(name) && !rules[name]) return
    const line: ToolTrace = { name, policy, outcome, ms }
    trace.tools = [...(trace.tools ?? []), line]
  }

  for (const server of away) noted(server, 'auto', 'away')
  for (const { name, pin } of served) {
    const looked = rules[name]?.pin
    if (looked === undefined || looked === pin || own.has(name)) continue
    noted(name, 'never', 'changed')
    run.toolChanged?.(name, pin)
  }

  async function isOverHour(name: string, { callsPerHour }: ToolRule): Promise<boolean> {
    if (callsPerHour === undefined || !store.toolCalls) return false
    return !(await store.toolCalls.take(agent.id, name, callsPerHour))
  }

  /** Why it must not be called, whatever anybody agrees to. */
  async function fault(
    tool: Tool,
    rule: ToolRule,
    input: Readonly<Record<string, unknown>>,
  ): Promise<string | undefined> {
    if (rule.policy === 'never') return 'it is switched off'
    if (rule.who && !(await run.holds?.(rule.who))) return `only ${rule.who} may have it called`
    return argumentsFault(tool, input) ?? limitFault(rule, input)
  }

  async function callNow(name: string, input: Readonly<Record<string, unknown>>): Promise<ToolOutcome> {
    if (own.has(name)) return webhooks.function(name, input)
    return source!.call(agent, name, input, { signal: run.signal, person })
  }

  /** What somebody has to agree to, or why nobody can; undefined: it is called at once. */
  async function askFirst(
    tool: Tool,
    { policy, approvers, expires }: ToolRule,
    input: Readonly<Record<string, unknown>>,
  ): Promise<Asked | string | undefined> {
    if (policy !== 'ask' && policy !== 'ask owner') return undefined
    if (policy === 'ask owner' && !(await run.hasOwner?.()))
      return 'an owner has to agree to it, and there is none: say so'
    const exact = JSON.stringify(input)
    if (exact.length > maxShown) return 'the arguments are too long to be shown to whoever has to agree'
    const asked: Asked = { tool, asks: approvers ? 'ask channel' : policy, approvers, expires, arguments: exact }
    // Whoever agrees is to see exactly what is called.
    if (wouldHide(askText(asked, draft.language), draft))
      return 'the arguments hold what this agent hides as a secret, so nobody could see what they agree to'
    noted(tool.name, policy, 'asked')
    return asked
  }

  return {
    tools: [...all.values()].filter(isOffered),

    async call({ name, arguments: json }) {
      const tool = all.get(name)
      if (!tool || !isOffered(tool)) return failure(`there is no function ${JSON.stringify(name)}`)
      const leave = connecting.called(name)
      if (leave !== undefined) return leave
      const rule = ruleOf(name)
      const refused = (why: string) => {
        noted(name, rule.policy, 'refused')
        return failure(why)
      }
      const input = readArguments(json)
      if (!input) return refused('the arguments must be one JSON object')
      const wrong = await fault(tool, rule, input)
      if (wrong !== undefined) return refused(wrong)
      const asked = await askFirst(tool, rule, input)
      if (typeof asked === 'string') return refused(asked)
      if (asked) return asked
      if (await isOverHour(name, rule)) return refused('it was called too often in this hour')
      const startedAt = now()
      // What changes something is not called again after a crash.
      if (!own.has(name)) await run.beforeCall()
      const { outcome, text } = await callNow(name, input)
      noted(name, rule.policy, outcome, now() - startedAt)
      return outcome === 'done'
        ? disarmed(text)
        : (outcome === 'unauthorized' && connecting.again(name)) || failure(text)
    },

    async approved({ tool: name, arguments: json, hash, version, asks }, begin) {
      // There is nothing to call: what it was about has been done in a browser.
      if (asks === 'connect') return (await begin()) ? { outcome: 'done', text: connectedText } : 'begun before'
      const tool = all.get(name)
      const rule = ruleOf(name)
      const input = readArguments(json)
      const wrong = !tool || !input ? 'it is not there any more' : await fault(tool, rule, input)
      const isOther = tool && hashOf(draft, { tool, arguments: json, version }) !== hash
      const changed = isOther ? 'it is not what it was when somebody agreed to it' : undefined
      const refused =
        wrong ?? changed ?? ((await isOverHour(name, rule)) ? 'it was called too often in this hour' : undefined)
      if (refused !== undefined) {
        noted(name, rule.policy, 'refused')
        return { outcome: 'failed', text: refused }
      }
      if (!(await begin())) return 'begun before'
      const startedAt = now()
      const { outcome, text } = await callNow(name, input!)
      noted(name, rule.policy, outcome, now() - startedAt)
      return { outcome: outcome === 'unauthorized' ? 'failed' : outcome, text }
    },
  }
}

function failure(why: string): string {
  return JSON.stringify({ error: why })
}
