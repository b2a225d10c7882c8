import { number } from '../../../../lib/counts.ts'
import { writersOf } from '../../../../lib/person-state.ts'
import { shown } from '../../../../lib/quoting.ts'
import type { StateWriter } from '../../../../model/state.ts'
import type { state as en } from '../en/state.ts'

const whose = (person: string | undefined): string => (person === undefined ? 'あなた' : `<@${person}> さん`)

const writers: Readonly<Record<StateWriter, string>> = {
  scenario: 'シナリオ',
  webhook: 'Webhook',
  admin: '管理者',
  caller: 'API',
  model: 'モデル',
}

export const state: typeof en = {
  none: (agent, person) => `\`${agent}\` は${whose(person)}について何も保存していません。`,
  listed: (agent, person) => `\`${agent}\` が${whose(person)}について保存している値:`,
  set: (agent, person, key, value) =>
    `\`${agent}\` の${whose(person)}の \`${shown(key)}\` を \`${shown(value)}\` にしました。`,
  cleared: (agent, person) =>
    `\`${agent}\` が保存していた${whose(person)}の値を消去しました。会話の記憶は残っています(\`reset\` で消去できます)。`,
  begunAnew: (agent, person) =>
    `\`${agent}\` の${whose(person)}についての記憶・シナリオ・状態・事実・ファイルを消去しました。最初から始められます。回答の理由は最長 30 日間、チャンネルでの発言は記憶と同じ期間残ります。すべて消すには \`me\` を使ってください。`,
  noted: '会話から書き留めたこと(消したいものはそう伝えるか、`reset` を使ってください):',
  keyTooLong: (max) => `\`key\` は${number('ja', max)}文字以内にしてください。`,
  written: (writer, about) => {
    const by = writer ? `記入: ${writers[writer]}` : '記入者を記録する前の値'
    return `(${by})${about ? ` ${about}` : ''}`
  },
  refused: (why, key, declaration = {}, { maxBytes, maxKeys, maxValueBytes }) => {
    const name = `\`${shown(key)}\``
    const { type = 'text', values = [], maxLength } = declaration
    if (why === 'not_writable' || why === 'held') {
      const may = writersOf(declaration)
      return `${name} に記入できるのは次のものだけです: ${may.map((by) => writers[by]).join('、')}。エージェントの設定の \`state\` で変更できます。`
    }
    if (why === 'not_of_type') {
      if (type === 'number') return `${name} は数値にしてください。`
      const choices = type === 'boolean' ? ['true', 'false'] : values
      return `${name} は次のいずれかにしてください: ${choices.join('、')}`
    }
    if (why === 'ill_formed') {
      return '値に保存できない文字が含まれています。'
    }
    const most = maxLength === undefined ? '' : `${number('ja', maxLength)} 文字、`
    return `保存できる量を超えています。${name} は${most}${number('ja', maxValueBytes)} バイト、1人の合計は ${number('ja', maxBytes)} バイト・${number('ja', maxKeys)} 個までです。`
  },
}
