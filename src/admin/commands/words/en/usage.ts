import { counted, number } from '../../../../lib/counts.ts'
import { plain } from '../../../../lib/quoting.ts'

export const usage = {
  thisMonth: (plan: string, used: number, cap: number | null) =>
    `**${number('en', used)}** ${counted('en', used, { one: 'conversation', other: 'conversations' })} this month${cap === null ? '' : ` of ${number('en', cap)}`}, on the plan “${plain(plan)}”.`,
  tokens: (input: number, output: number) => `${number('en', input)} tokens in, ${number('en', output)} out.`,
  line: (agent: string, conversations: number, input: number, output: number) =>
    `- \`${agent}\`: ${counted('en', conversations, { one: '# conversation', other: '# conversations' })}, ${number('en', input)} tokens in and ${number('en', output)} out`,
}
