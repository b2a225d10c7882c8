import { number } from '../../../../lib/counts.ts'
import { plain } from '../../../../lib/quoting.ts'
import type { usage as en } from '../en/usage.ts'

export const usage: typeof en = {
  thisMonth: (plan, used, cap) =>
    `今月の会話: **${number('ja', used)}** 件${cap === null ? '' : ` / ${number('ja', cap)} 件`}(プラン「${plain(plan)}」)`,
  tokens: (input, output) => `トークン: 入力 ${number('ja', input)}、出力 ${number('ja', output)}`,
  line: (agent, conversations, input, output) =>
    `- \`${agent}\`: 会話 ${number('ja', conversations)} 件、トークン 入力 ${number('ja', input)}・出力 ${number('ja', output)}`,
}
