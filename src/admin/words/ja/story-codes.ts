/** What the codes of traces mean, where somebody reads them in a story. */

const movedBy: Readonly<Record<string, string>> = {
  start: '開始',
  'start again': '最初から',
  option: '選択肢',
  collect: '回答を記録',
  slots: 'スロットの入力',
  correction: '訂正',
  confirm: '確認への返事',
  timeout: '時間切れ',
  cancel: '取り消し',
  reprompt: '聞き直し',
  'reprompt limit': '聞き直しの上限',
  digression: '別の話題',
  repeat: '質問の繰り返し',
  back: '前に戻る',
  restart: 'やり直し',
  help: 'ヘルプ',
  why: '理由の説明',
  gone: 'シナリオは現在ありません',
  'approval approved': '承認',
  'approval denied': '却下',
  'approval expired': '承認の期限切れ',
  'approval unasked': '承認を求められず',
}

const matchedBy: Readonly<Record<string, string>> = {
  exact: '完全一致',
  partial: '部分一致',
  regex: '正規表現',
  rule: '似た言葉',
  intent: '意図',
  state: '状態',
  webhook: 'Webhook の結果',
  called: '呼び出したシナリオの終わり方',
  start: '会話の開始',
  any: '何でも',
  else: 'それ以外',
}

/** Why a scenario moved: `start exact`, `timeout, on[1] regex`. Numbers of ways stay as its author finds them in the file. */
export const moved = (by: string): string =>
  by
    .split(', ')
    .map((one) => {
      const [, way = '', how = ''] = /^(start|on\[\d+\]) (\w+)$/.exec(one) ?? []
      return movedBy[one] ?? (matchedBy[how] ? `${movedBy[way] ?? way}(${matchedBy[how]})` : one)
    })
    .join('、')

const endings: Readonly<Record<string, string>> = {
  completed: '完了',
  handoff: '担当者への引き継ぎ',
  cancelled: '取り消し',
  expired: '時間切れ',
  failed: '失敗',
  gone: 'シナリオは現在ありません',
}

export const ended = (how: string): string => endings[how] ?? how

const modelEnds: Readonly<Record<string, string>> = {
  complete: '完了',
  calls: 'ツールの呼び出し',
  length: '長さの上限',
  filtered: 'フィルターによる停止',
  interrupted: '中断',
}

/** `complete`, `interrupted: what its server said`. */
export const modelEnded = (end: string): string => end.replace(/^\w+/, (word) => modelEnds[word] ?? word)

const failures: Readonly<Record<string, string>> = {
  not_configured: 'モデルの接続先が設定されていません',
  unauthorized: 'モデルのサーバーがキーを受け付けませんでした',
  rejected: 'モデルのサーバーがリクエストを受け付けませんでした',
  too_long: '内容がモデルの受け付ける長さを超えました',
  filtered: 'モデルのサーバーが内容を理由に回答を止めました',
  empty: 'モデルが空の回答を返しました',
  rate_limited: 'モデルの利用制限に達しました',
  unavailable: 'モデルのサーバーから回答を得られませんでした',
  over_budget: '予算の上限に達しました',
}

/** The code stands behind it, and what a server said in its own words. That nothing is configured says all there is. */
export function failed(code: string, detail?: string): string {
  const told = failures[code]
  if (!told) return detail ? `${code}: ${detail}` : code
  return `${told}(${detail && code !== 'not_configured' ? `${code}: ${detail}` : code})`
}
