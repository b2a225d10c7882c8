import { number } from '../../../../lib/counts.ts'
import type { editing as en } from '../en/editing.ts'

export const editing: typeof en = {
  save: '保存',
  tooLongToShow: (length) => `${number('ja', length)}文字あり、ここには表示できません。入力すると置き換わります。`,
  changedMeanwhile: (now) => `その間に「${now}」へ変更されました。もう一度送信すると上書きします。`,
  meanwhile: (person) =>
    `その間に${person === undefined ? '他の人' : ` <@${person}> さん`}が同じ箇所を変更したため、保存していません。フォームで確認してください。`,
  putRight: '保存していません。印の付いた項目を直してください。',
  notText: (name) => `${name} はテキストファイルではありません。`,
  notYaml: (why) => `キーごとに1行の YAML で指定してください: ${why}`,
  notYesOrNo: 'はい か いいえ で指定してください',
  notANumber: '0.4 のような数値で指定してください',
  notAWholeNumber: '5 のような整数で指定してください',
  openForm: (agent) => `保存した内容は \`${agent}\` の下書きに入ります。`,
}
