import type { ToolPolicy, ToolRule } from '../../model/tools.ts'
import type { EngineStore } from '../../ports/engine-store.ts'
import type { Tool } from '../../ports/llm.ts'
import type { AnswerDraft } from '../draft.ts'
import { wouldHide } from '../masking/index.ts'
import type { Run } from '../run.ts'
import { type Asked, askText, maxShown, standingPin } from './ask.ts'

export interface AskingParts {
  draft: AnswerDraft
  store: Pick<EngineStore, 'toolApprovals'>
  run: Run
  noted(name: string, policy: ToolPolicy, outcome: string): void
}

/** What somebody has to agree to before a call, or why nobody can; undefined: it is called at once. */
export function createAsking({ draft, store, run, noted }: AskingParts) {
  /** Where all calls of a tool can be agreed to, what is agreed to with that; `isGiven`: it was. */
  async function standingOf(tool: Tool, { policy, approvers, always }: ToolRule) {
    const place = draft.request.origin?.channel
    const { key } = draft.known
    if (!always || policy !== 'ask' || approvers || place === undefined || key === undefined) return undefined
    const pin = standingPin(tool)
    const given = await store.toolApprovals?.standing(key, tool.name, place)
    if (given !== undefined && given !== pin) run.standingOver?.(tool.name, place, given)
    return { pin, isGiven: given === pin }
  }

  return async (
    tool: Tool,
    rule: ToolRule,
    input: Readonly<Record<string, unknown>>,
  ): Promise<Asked | string | undefined> => {
    const { policy, approvers, expires } = rule
    if (policy !== 'ask' && policy !== 'ask owner') return undefined
    const standing = await standingOf(tool, rule)
    if (standing?.isGiven) return undefined
    if (policy === 'ask owner' && !(await run.hasOwner?.()))
      return 'an owner has to agree to it, and there is none: say so'
    const exact = JSON.stringify(input)
    if (exact.length > maxShown) return 'the arguments are too long to be shown to whoever has to agree'
    const asks = approvers ? 'ask channel' : policy
    const asked: Asked = { tool, asks, approvers, expires, arguments: exact, standing: standing?.pin }
    // Whoever agrees is to see exactly what is called.
    if (wouldHide(askText(asked, draft.language), draft))
      return 'the arguments hold what this agent hides as a secret, so nobody could see what they agree to'
    noted(tool.name, policy, 'asked')
    return asked
  }
}
