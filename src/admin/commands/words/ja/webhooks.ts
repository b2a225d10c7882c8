import { plain, shown } from '../../../../lib/quoting.ts'
import type { webhooks as en } from '../en/webhooks.ts'

const status: Record<'open' | 'delivered' | 'dead', string> = {
  open: '待機中',
  delivered: '完了',
  dead: '断念',
}

export const webhooks: typeof en = {
  addTitle: 'Webhook を追加',
  editTitle: 'Webhook を編集',
  sections: {
    call: '呼び出し',
    when: '条件',
    function: '関数',
    sent: '送信内容',
    answer: '応答',
  },
  labels: {
    name: '名前',
    method: 'メソッド',
    url: 'URL',
    enabled: '有効',
    trigger: 'きっかけ',
    condition: '条件',
    values: '条件の値(1行に1つ)',
    headers: 'ヘッダー(1行に1つ)',
    secretHeaders: '秘密のヘッダー(1行に1つ)',
    payload: 'ペイロード',
    useResponse: '応答をモデルに渡す',
    promptPrefix: '応答の前に付ける説明',
    functionName: '関数名',
    functionAbout: '関数の説明',
    functionParameters: '関数の引数',
  },
  hints: {
    headers: 'X-Team: support',
    secretHeaders: 'Authorization: Bearer …(•••• はそのまま保持)',
    payload: 'JSON オブジェクト。#{key} は状態の値',
    values: 'テキスト、または状態のキー',
    functionParameters: 'JSON スキーマ',
  },
  triggers: ['発話があったとき', '回答した後', 'モデルが呼び出したとき'],
  conditions: ['常に', 'テキストが値と一致', 'テキストが値を含む', '状態にキーがある', '状態にキーがない'],
  secretShape: '各行は「名前: 値」の形で書いてください',
  notAnObject: '{"a": 1} のような JSON オブジェクトにしてください',
  none: (agent, add) => `\`${agent}\` に Webhook はありません。\`${add}\` で追加できます。`,
  listed: (agent, count) => `\`${agent}\` の Webhook ${count} 件:`,
  off: '無効',
  unpublished: '未公開',
  lastCall: (outcome) => `最後の結果: ${outcome}`,
  waiting: (count) => `待機中 ${count} 件`,
  dead: (count) => `⚠️ 断念 ${count} 件`,
  fillIn: (agent) => `保存した内容は \`${agent}\` の下書きに入ります。`,
  added: (name) => `Webhook \`${shown(name)}\` を追加しました。`,
  saved: (name) => `Webhook \`${shown(name)}\` を変更しました。`,
  toggled: (name, isOn) => `Webhook \`${shown(name)}\` を${isOn ? '有効' : '無効'}にしました。`,
  removed: (name) => `Webhook \`${shown(name)}\` を削除しました。公開すると署名シークレットも失われます。`,
  notFound: (name, near) =>
    `\`${shown(name)}\` という Webhook はありません。${near === undefined ? '' : `もしかして: \`${shown(near)}\``}`,
  answered: (name, status, ms) => `\`${shown(name)}\` の応答: ステータス **${status}**(${Math.round(ms)} ms)`,
  unanswered: (name, why, detail) => `\`${shown(name)}\` は応答しませんでした: ${why}(${plain(detail, 200)})`,
  shut: (url) =>
    `⚠️ \`${shown(url, 100)}\` は公開されたインターネット上にないため、呼び出されません。Parley の運用者が \`parley.yaml\` の \`webhooks.allow\` で許可できます。`,
  noCalls: '回答後の呼び出しはまだありません。',
  calls: '回答後の最近の呼び出し:',
  status,
  attempts: (count) => `試行 ${count} 回`,
  resend: '再送する',
  resent: (count, left) =>
    `${count} 件を再送します。${left > 0 ? `${left} 件は保存されないトークンを必要とするため再送できません。` : ''}`,
}
