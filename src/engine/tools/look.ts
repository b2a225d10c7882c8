import type { ToolPolicy, ToolRule } from '../../model/tools.ts'
import type { Tool, ToolCall } from '../../ports/llm.ts'
import type { ToolOutcome } from '../../ports/tools.ts'
import { disarmed } from '../quotation.ts'
import { readArguments } from '../webhooks/tools.ts'

/** What came of a call about which nobody was asked. `later`: its rules have no room for it now; `off`: it may not be made, or not any more. */
export interface Look {
  outcome: 'done' | 'failed' | 'later' | 'off'
  /** What the tool gave, or why there is nothing. */
  text: string
}

type Input = Readonly<Record<string, unknown>>

export interface LookParts {
  all: ReadonlyMap<string, Tool>
  /** Servers that cannot be reached now. */
  away: readonly string[]
  ruleOf(name: string): ToolRule
  /** Whether it is called without anybody's word. */
  isAuto(tool: Tool): boolean
  fault(tool: Tool, rule: ToolRule, input: Input): Promise<Refusal | undefined>
  isOverHour(name: string, rule: ToolRule): Promise<boolean>
  callNoted(name: string, rule: ToolRule, input: Input): Promise<ToolOutcome>
  noted(name: string, policy: ToolPolicy, outcome: string): void
}

/** Why a call is not made. `passes`: it may be otherwise in a while. */
export interface Refusal {
  why: string
  passes?: true
}

/** Calls a tool by the rules that hold now; one that would have to ask first is not called. */
export function createLook(parts: LookParts) {
  const { all, away, ruleOf, isAuto, fault, isOverHour, callNoted, noted } = parts
  return async ({ name, arguments: json }: Pick<ToolCall, 'name' | 'arguments'>): Promise<Look> => {
    const tool = all.get(name)
    if (!tool && away.some((server) => name.startsWith(`${server}_`)))
      return { outcome: 'failed', text: 'its server could not be reached' }
    const rule = ruleOf(name)
    const refused = ({ why, passes }: Refusal): Look => {
      noted(name, rule.policy, 'refused')
      return { outcome: passes ? 'later' : 'off', text: why }
    }
    if (!tool || !isAuto(tool)) return refused({ why: `${name} is not called without somebody agreeing to it` })
    const input = readArguments(json)
    if (!input) return refused({ why: 'the arguments must be one JSON object' })
    const wrong = await fault(tool, rule, input)
    if (wrong) return refused(wrong)
    if (await isOverHour(name, rule)) return refused({ why: 'it was called too often in this hour', passes: true })
    const { outcome, text } = await callNoted(name, rule, input)
    // Whose leave was taken back is not called again, so that nobody is asked for it over and over.
    if (outcome === 'unauthorized') return { outcome: 'off', text: 'its server wants leave first' }
    return { outcome: outcome === 'done' ? 'done' : 'failed', text: disarmed(text) }
  }
}
