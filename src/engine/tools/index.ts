import type { Approval, ToolPolicy, ToolRule, ToolWho } from '../../model/tools.ts'
import type { EngineStore } from '../../ports/engine-store.ts'
import type { Tool, ToolCall } from '../../ports/llm.ts'
import type { PayForTool } from '../../ports/spending.ts'
import type { ServedTool, ToolOutcome, ToolSource } from '../../ports/tools.ts'
import type { AnswerDraft } from '../draft.ts'
import { disarmed } from '../quotation.ts'
import type { Run } from '../run.ts'
import type { TurnWebhooks } from '../webhooks/index.ts'
import { argumentsFault, readArguments } from '../webhooks/tools.ts'
import { type Asked, hashOf } from './ask.ts'
import { createAsking } from './asking.ts'
import { connectedText, createConnecting } from './connect.ts'
import { giveFiles } from './given-files.ts'
import { limitFault } from './limits.ts'
import { createLook, type Look, type Refusal } from './look.ts'
import { paidFor } from './paid.ts'
import { createSearching } from './search.ts'

/** Everything that the model may call in one turn, whoever answers it; each call goes by the rules of the agent's author. */
export interface TurnTools {
  readonly tools: readonly Tool[]
  /** The result for the model, also of what failed or was not allowed; or that somebody has to agree first. */
  call(call: Pick<ToolCall, 'name' | 'arguments'>): Promise<string | Asked>
  /** Those of them that are called without anybody's word. */
  readonly watchable: readonly Tool[]
  /** Calls one of those. */
  look(call: Pick<ToolCall, 'name' | 'arguments'>): Promise<Look>
  /** Makes a call that was agreed to, if it is allowed now. `begin` is awaited right before it: false where it must not be made. */
  approved(approval: Approval, begin: () => Promise<boolean>): Promise<Ended | 'begun before'>
}

interface Ended extends ToolOutcome {
  outcome: Exclude<ToolOutcome['outcome'], 'unauthorized'>
  /** Nothing was done, since somebody has to give its server leave first. */
  asks?: Asked
}

export interface TurnToolsParts {
  draft: AnswerDraft
  webhooks: TurnWebhooks
  /** Its tools besides, where the agent has any. */
  source?: ToolSource | undefined
  store: Pick<EngineStore, 'toolApprovals' | 'toolCalls'>
  /** Without it calls cost nothing. */
  pay?: PayForTool | undefined
  run: Run
}

/** What one may do with a tool whose author says nothing of it: functions of webhooks are the author's own, others are strangers'. */
const usual = (isOwn: boolean): ToolRule => ({ policy: isOwn ? 'auto' : 'ask' })

/** What a server says of its tool is no reason to call it: until somebody has looked at exactly this, people are asked. */
function ruleOfServed(rule: ToolRule, { pin }: ServedTool): ToolRule {
  if (isChanged(rule, pin)) return { ...rule, policy: 'never' }
  return rule.policy === 'auto' && rule.pin === undefined ? { ...rule, policy: 'ask' } : rule
}

/** Its server says something else of it than when somebody looked at it. */
const isChanged = (rule: ToolRule | undefined, pin: string): boolean => rule?.pin !== undefined && rule.pin !== pin

/** Whoever asks has given leave for the moment of their question: nobody's word can be waited for. */
const ruleAtOnce = (rule: ToolRule, isSearch: boolean): ToolRule =>
  isSearch && rule.policy !== 'auto' ? { ...rule, policy: 'never' } : rule

/** `fresh`: servers are asked again what they offer. */
export async function turnTools(parts: TurnToolsParts, { fresh = false } = {}): Promise<TurnTools> {
  const { draft, webhooks, source, store, pay, run } = parts
  const { agent, request, trace, now } = draft
  const { rules = {} } = agent.document.tools ?? {}
  const own = new Map(webhooks.tools.map((tool) => [tool.name, tool]))
  const canAsk = request.mayAsk !== undefined && request.uid !== undefined && store.toolApprovals !== undefined
  // In whose name something is done: a program that says who somebody is has not shown that it is them.
  const person = canAsk ? request.uid : undefined
  const offered = await source?.tools(agent, run.signal, { fresh, person })
  const { tools: served, away, unconnected } = offered ?? { tools: [], away: [], unconnected: [] }
  const connecting = createConnecting({ agent, unconnected, canAsk, uid: person, noted })
  const searching = createSearching(draft)
  const foreign = new Map(served.map((tool) => [tool.name, tool]))
  const all = new Map<string, Tool>([...searching.tools, ...foreign, ...own, ...connecting.tools])
  const isSearch = (name: string): boolean => searching.is(all.get(name))
  const ruleOf = (name: string): ToolRule => {
    const rule = rules[name] ?? usual(own.has(name) || connecting.has(name) || isSearch(name))
    const tool = own.has(name) ? undefined : foreign.get(name)
    return tool ? ruleOfServed(rule, tool) : ruleAtOnce(rule, isSearch(name))
  }
  const isAuto = ({ name }: Tool): boolean => ruleOf(name).policy === 'auto' && !connecting.has(name) && !isSearch(name)
  const isOffered = ({ name }: Tool): boolean => {
    const { policy } = ruleOf(name)
    return policy === 'auto' || (policy !== 'never' && canAsk)
  }

  /** Of webhooks that nothing is said of, their own line tells enough. */
  function noted(name: string, policy: ToolPolicy, outcome: string, ms = 0): void {
    if (own.has(name) && !rules[name]) return
    trace.tools = [...(trace.tools ?? []), { name, policy, outcome, ms }]
  }

  for (const server of away) noted(server, 'auto', 'away')
  for (const { name, pin } of served) {
    if (own.has(name) || !isChanged(rules[name], pin)) continue
    noted(name, 'never', 'changed')
    run.toolChanged?.(name, pin)
  }

  const askFirst = createAsking({ draft, store, run, noted })

  async function isOverHour(name: string, { callsPerHour }: ToolRule): Promise<boolean> {
    if (callsPerHour === undefined || !store.toolCalls) return false
    return !(await store.toolCalls.take(agent.id, name, callsPerHour))
  }

  /** Why it must not be called, whatever anybody agrees to. */
  async function fault(
    tool: Tool,
    rule: ToolRule,
    input: Readonly<Record<string, unknown>>,
  ): Promise<Refusal | undefined> {
    if (rule.policy === 'never') return { why: 'it is switched off' }
    const other = rule.who && (await whoFault(rule.who, run))
    if (other) return other
    const why = argumentsFault(tool, input) ?? limitFault(rule, input)
    return why === undefined ? undefined : { why }
  }

  async function callNow(name: string, input: Readonly<Record<string, unknown>>): Promise<ToolOutcome> {
    if (own.has(name)) return webhooks.function(name, input)
    if (isSearch(name)) return searching.call(input, run.signal)
    const { files, ...given } = await source!.call(agent, name, input, { signal: run.signal, person })
    return files && given.outcome === 'done' ? { ...given, text: given.text + giveFiles(draft, files) } : given
  }

  async function callNoted(
    name: string,
    { policy, price }: ToolRule,
    input: Readonly<Record<string, unknown>>,
  ): Promise<ToolOutcome> {
    const startedAt = now()
    const { told, ...came } = await paidFor(pay, { tool: name, price, make: () => callNow(name, input) })
    noted(name, policy, told, now() - startedAt)
    return came
  }

  /** What changes something is not called again after a crash. */
  async function calledOnce(...[name, ...call]: Parameters<typeof callNoted>): Promise<ToolOutcome> {
    if (!own.has(name) && !isSearch(name)) await run.beforeCall()
    return callNoted(name, ...call)
  }

  return {
    tools: [...all.values()].filter(isOffered),
    watchable: [...all.values()].filter(isAuto),
    look: createLook({ all, away, ruleOf, isAuto, fault, isOverHour, callNoted: calledOnce, noted }),

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
      if (wrong) return refused(wrong.why)
      const asked = await askFirst(tool, rule, input)
      if (typeof asked === 'string') return refused(asked)
      if (asked) return asked
      if (await isOverHour(name, rule)) return refused('it was called too often in this hour')
      const { outcome, text, scope } = await calledOnce(name, rule, input)
      return outcome === 'done'
        ? disarmed(text)
        : (outcome === 'unauthorized' && connecting.again(name, scope)) || failure(text)
    },

    async approved({ tool: name, arguments: json, hash, version, asks }, begin) {
      // There is nothing to call: what it was about has been done in a browser.
      if (asks === 'connect') return (await begin()) ? { outcome: 'done', text: connectedText } : 'begun before'
      const tool = all.get(name)
      const rule = ruleOf(name)
      const input = readArguments(json)
      const wrong = !tool || !input ? 'it is not there any more' : (await fault(tool, rule, input))?.why
      const isOther = tool && hashOf(draft, { tool, arguments: json, version }) !== hash
      const changed = isOther ? 'it is not what it was when somebody agreed to it' : undefined
      const refused =
        wrong ?? changed ?? ((await isOverHour(name, rule)) ? 'it was called too often in this hour' : undefined)
      if (refused !== undefined) {
        noted(name, rule.policy, 'refused')
        return { outcome: 'failed', text: refused }
      }
      if (!(await begin())) return 'begun before'
      const { outcome, text, scope } = await callNoted(name, rule, input!)
      if (outcome !== 'unauthorized') return { outcome, text }
      const leave = connecting.again(name, scope)
      return typeof leave === 'object'
        ? { outcome: 'failed', text, asks: leave }
        : { outcome: 'failed', text: leave ?? text }
    },
  }
}

/** Why this person may not have it called, and who can change that. */
async function whoFault(who: ToolWho, { holds }: Run): Promise<Refusal | undefined> {
  const isOne = holds ? await holds(who) : false
  if (isOne) return undefined
  const help = 'an admin of this agent can change who may'
  if (typeof who === 'string') return { why: `only ${who} may have it called; ${help}` }
  const named = who.groups.map(({ platform, group }) => `${group} (${platform})`).join(', ')
  if (isOne === undefined)
    return {
      why: `whether they are in ${named} cannot be found out now: say so, and that they may try again`,
      passes: true,
    }
  return { why: `only people in ${named} may have it called, who ask there; ${help}` }
}

function failure(why: string): string {
  return JSON.stringify({ error: why })
}
