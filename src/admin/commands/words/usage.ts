import type { Texts } from '../../../model/command.ts'
import { plain } from './general.ts'

const number = (n: number): string => n.toLocaleString('en')

export const thisMonth = (plan: string, used: number, cap: number | null): Texts => ({
  en: `**${number(used)}** conversations this month${cap === null ? '' : ` of ${number(cap)}`}, on the plan “${plain(plan)}”.`,
  ja: `今月の会話: **${number(used)}** 件${cap === null ? '' : ` / ${number(cap)} 件`}(プラン「${plain(plan)}」)`,
})
export const tokens = (input: number, output: number): Texts => ({
  en: `${number(input)} tokens in, ${number(output)} out.`,
  ja: `トークン: 入力 ${number(input)}、出力 ${number(output)}`,
})
export const line = (agent: string, conversations: number, input: number, output: number): Texts => ({
  en: `- \`${agent}\`: ${number(conversations)} conversations, ${number(input)} tokens in and ${number(output)} out`,
  ja: `- \`${agent}\`: 会話 ${number(conversations)} 件、トークン 入力 ${number(input)}・出力 ${number(output)}`,
})
