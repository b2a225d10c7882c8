import type { Texts } from '../../../model/command.ts'
import { shown } from './general.ts'

/** Whose it is: the caller's own, or somebody's. */
const whose = (person: string | undefined): Texts =>
  person === undefined ? { en: 'you', ja: 'あなた' } : { en: `<@${person}>`, ja: `<@${person}> さん` }

export const none = (agent: string, person: string | undefined): Texts => ({
  en: `\`${agent}\` keeps nothing of ${whose(person).en}.`,
  ja: `\`${agent}\` は${whose(person).ja}について何も保存していません。`,
})
export const listed = (agent: string, person: string | undefined): Texts => ({
  en: `What \`${agent}\` keeps of ${whose(person).en}:`,
  ja: `\`${agent}\` が${whose(person).ja}について保存している値:`,
})
export const set = (agent: string, person: string | undefined, key: string, value: string): Texts => ({
  en: `\`${agent}\` keeps \`${shown(key)}\` = \`${shown(value)}\` of ${whose(person).en} from now on.`,
  ja: `\`${agent}\` の${whose(person).ja}の \`${shown(key)}\` を \`${shown(value)}\` にしました。`,
})
export const cleared = (agent: string, person: string | undefined): Texts => ({
  en: `\`${agent}\` has forgotten what it kept of ${whose(person).en}. What was said is still remembered: \`reset\` takes that away too.`,
  ja: `\`${agent}\` が保存していた${whose(person).ja}の値を消去しました。会話の記憶は残っています(\`reset\` で消去できます)。`,
})
export const begunAnew = (agent: string, person: string | undefined): Texts => ({
  en: `\`${agent}\` begins anew with ${whose(person).en}: memory, scenario and state are gone.`,
  ja: `\`${agent}\` の${whose(person).ja}についての記憶・シナリオ・状態を消去しました。最初から始められます。`,
})
export const keyTooLong = (max: number): Texts => ({
  en: `\`key\` must have at most ${max} characters.`,
  ja: `\`key\` は${max}文字以内にしてください。`,
})
