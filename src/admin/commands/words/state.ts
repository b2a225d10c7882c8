import { writersOf } from '../../../lib/person-state.ts'
import type { Texts } from '../../../model/command.ts'
import type { StateDeclaration, StateLimits, StateRefusal, StateWriter } from '../../../model/state.ts'
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

const writers: Readonly<Record<StateWriter, Texts>> = {
  scenario: { en: 'a scenario', ja: 'シナリオ' },
  webhook: { en: 'a webhook', ja: 'Webhook' },
  admin: { en: 'an admin', ja: '管理者' },
  caller: { en: 'the API', ja: 'API' },
  model: { en: 'the model', ja: 'モデル' },
}

/** Behind a value: who wrote it, and what the agent says the key is for. */
export const written = (writer: StateWriter | null, about: string | undefined): Texts => {
  const by = writer
    ? { en: `by ${writers[writer].en}`, ja: `記入: ${writers[writer].ja}` }
    : { en: 'from before it was noted who writes', ja: '記入者を記録する前の値' }
  return { en: `(${by.en})${about ? ` ${about}` : ''}`, ja: `(${by.ja})${about ? ` ${about}` : ''}` }
}

/** Why an admin cannot set a value. */
export const refused = (
  why: StateRefusal,
  key: string,
  declaration: StateDeclaration = {},
  { maxBytes, maxKeys, maxValueBytes }: StateLimits,
): Texts => {
  const name = `\`${shown(key)}\``
  const { type = 'text', values = [], maxLength } = declaration
  if (why === 'not_writable' || why === 'held') {
    const may = writersOf(declaration).map((by) => writers[by])
    return {
      en: `The agent lets only these write ${name}: ${may.map(({ en }) => en).join(', ')}. Its settings say so, under \`state\`.`,
      ja: `${name} に記入できるのは次のものだけです: ${may.map(({ ja }) => ja).join('、')}。エージェントの設定の \`state\` で変更できます。`,
    }
  }
  if (why === 'not_of_type') {
    if (type === 'number') return { en: `${name} must be a number.`, ja: `${name} は数値にしてください。` }
    const choices = type === 'boolean' ? ['true', 'false'] : values
    return {
      en: `${name} must be one of these: ${choices.join(', ')}.`,
      ja: `${name} は次のいずれかにしてください: ${choices.join('、')}`,
    }
  }
  if (why === 'ill_formed') {
    return { en: 'The value holds characters that cannot be kept.', ja: '値に保存できない文字が含まれています。' }
  }
  const most =
    maxLength === undefined ? { en: '', ja: '' } : { en: `${maxLength} characters, `, ja: `${maxLength} 文字、` }
  return {
    en: `That is too much to keep. ${name} may have ${most.en}${maxValueBytes} bytes; all of a person ${maxBytes} bytes and ${maxKeys} keys.`,
    ja: `保存できる量を超えています。${name} は${most.ja}${maxValueBytes} バイト、1人の合計は ${maxBytes} バイト・${maxKeys} 個までです。`,
  }
}
