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
import { limitFault } from './limits.ts'

/** Everything that the model may call in one turn, whoever answers it; each call goes by the rules of the agent's author. */
export interface TurnTools {
  readonly tools: readonly Tool[]
  /** The result for the model, also of what failed or was not allowed; or that somebody has to agree first. */
  call(call: Pick<ToolCall, 'name' | 'arguments'>): Promise<string | Asked>
  /** Makes a call that was agreed to, if it is allowed now. `begin` is awaited right before it: false where it must not be made. */
  approved(approval: Approval, begin: () => Promise<boolean>): Promise<ToolOutcome | 'begun before'>
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
  const { tools: served, away } = source ? await source.tools(agent, run.signal, { fresh }) : { tools: [], away: [] }
  const foreign = new Map(served.map((tool) => [tool.name, tool]))
  const all = new Map<string, Tool>([...foreign, ...own])
  const ruleOf = (name: string): ToolRule => {
    const rule = rules[name] ?? usual(own.has(name))
    const tool = own.has(name) ? undefined : foreign.get(name)
    return tool ? ruleOfServed(rule, tool) : rule
  }
  const canAsk = request.mayAsk !== undefined && request.uid !== undefined && store.toolApprovals !== undefined
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
    return source!.call(agent, name, input, run.signal)
  }

  /** What somebody is asked; a text where nobody can be, with why. */
  async function question(
    tool: Tool,
    { approvers, expires }: ToolRule,
    policy: 'ask' | 'ask owner',
    input: Readonly<Record<string, unknown>>,
  ): Promise<Asked | string> {
    if (policy === 'ask owner' && !(await run.hasOwner?.()))
      return 'an owner has to agree to it, and there is none: say so'
    const exact = JSON.stringify(input)
    if (exact.length > maxShown) return 'the arguments are too long to be shown to whoever has to agree'
    const asked: Asked = { tool, asks: approvers ? 'ask channel' : policy, approvers, expires, arguments: exact }
    // Whoever agrees is to see exactly what is called.
    return wouldHide(askText(asked, draft.language), draft)
      ? 'the arguments hold what this agent hides as a secret, so nobody could see what they agree to'
      : asked
  }

  return {
    tools: [...all.values()].filter(isOffered),

    async call({ name, arguments: json }) {
      const tool = all.get(name)
      if (!tool || !isOffered(tool)) return failure(`there is no function ${JSON.stringify(name)}`)
      const rule = ruleOf(name)
      const refused = (why: string) => {
        noted(name, rule.policy, 'refused')
        return failure(why)
      }
      const input = readArguments(json)
      if (!input) return refused('the arguments must be one JSON object')
      const wrong = await fault(tool, rule, input)
      if (wrong !== undefined) return refused(wrong)
      if (rule.policy === 'ask' || rule.policy === 'ask owner') {
        const asked = await question(tool, rule, rule.policy, input)
        if (typeof asked === 'string') return refused(asked)
        noted(name, rule.policy, 'asked')
        return asked
      }
      if (await isOverHour(name, rule)) return refused('it was called too often in this hour')
      const startedAt = now()
      // What changes something is not called again after a crash.
      if (!own.has(name)) await run.beforeCall()
      const { outcome, text } = await callNow(name, input)
      noted(name, rule.policy, outcome, now() - startedAt)
      return outcome === 'done' ? disarmed(text) : failure(text)
    },

    async approved({ tool: name, arguments: json, hash, version }, begin) {
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
      const result = await callNow(name, input!)
      noted(name, rule.policy, result.outcome, now() - startedAt)
      return result
    },
  }
}

function failure(why: string): string {
  return JSON.stringify({ error: why })
}
