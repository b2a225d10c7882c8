import type { View } from '../../model/view.ts'
import { type CommandUse, say } from './call.ts'
import type { Family } from './registry.ts'
import { general, usage as sentences } from './words/index.ts'

export const usage: Family = { commands: { usage: { run: report } } }

const maxListed = 20

async function report(call: CommandUse): Promise<View> {
  const { plan, total, usage } = await call.parts.admin.usage.report(call.caller.account, { by: 'agent' })
  const busiest = usage.toSorted((a, b) => b.conversations - a.conversations)
  const lines = busiest
    .slice(0, maxListed)
    .map(({ agent = '', conversations, inputTokens, outputTokens }) =>
      say(call, sentences.line(agent, conversations, inputTokens, outputTokens)),
    )
  const rest = busiest.length - lines.length
  return {
    text: [
      say(call, sentences.thisMonth(plan.name, plan.conversationsThisMonth, plan.conversationsPerMonth)),
      ...lines,
      ...(rest > 0 ? [say(call, general.more(rest))] : []),
      ...(lines.length > 0 ? [say(call, sentences.tokens(total.inputTokens, total.outputTokens))] : []),
    ].join('\n'),
  }
}
