import type { slotsEn as english } from './slots-en.ts'

export const slotsJa: typeof english = {
  yes: 'はい',
  no: 'いいえ',
  change: (label) => `${label}を変更`,
  ask: (label) => `${label}を教えてください。`,
  whatTime: '何時がよろしいですか？',
  whichDay: 'その中のどの日かを教えてください。',
  oneWhen: 'いくつか挙げていただいたようです。1つだけ、期間であれば始まりだけを教えてください。',
  yesOrNo: '「はい」と「いいえ」のどちらでしょうか？',
  changeWhat: '変更したいところを教えてください。',
  isThatRight: 'こちらでよろしいですか？',
  noted: (label, value) => `承知しました。${label}: ${value}`,
  callAgain: '変更前の内容ですでに一度実行しています。変更後の内容でもう一度実行しますか？',
  leftAsItWas: '承知しました。前のままにしています。',
  cancelled: '承知しました。中止しました。',
  nothingBefore: 'これより前には戻れません。',
  youCanSay: (title) =>
    `「${title}」の途中です。質問にお答えいただくか、「もう一度」「戻る」「最初から」「キャンセル」とおっしゃってください。途中で別のことを聞いていただいてもかまいません。`,
  youCanChoose: (options) => `次からお選びいただけます: ${options}`,
  needed: (title) => `「${title}」のために必要です。やめる場合は「キャンセル」とおっしゃってください。`,
  nextWish: '続いて、もう一つの件です。',
  notUnderstood(type, label, amount = '2000円') {
    const kinds: Record<string, string> = {
      number: '「3」のように数字で',
      money: `「${amount}」のように金額で`,
      date: '「来週の火曜」「12月24日」のように日付で',
      time: '「15時」のように時刻で',
      datetime: '「明日の3時」のように日時で',
      duration: '「2時間」のように長さで',
      email: '「ann@example.com」のようにメールアドレスで',
      phone: '市外局番からの電話番号で',
      url: '「https://example.com」のようにURLで',
      choice: '選択肢の中から',
      yesno: '「はい」か「いいえ」で',
      name: 'お名前で',
      file: 'ファイルを添付して',
    }
    return kinds[type] ? `${label}は、${kinds[type]}お答えください。` : `${label}としては分かりませんでした。`
  },
  fault(fault, { min = '', max = '', currency = '' }) {
    switch (fault) {
      case 'small':
        return `${min}以上でお願いします。`
      case 'large':
        return `${max}以下でお願いします。`
      case 'past':
        return '過ぎた日時です。これからの日時でお願いします。'
      case 'future':
        return 'まだ先の日時です。過去の日時でお願いします。'
      case 'currency':
        return `金額は${currency}でお願いします。`
      case 'long':
        return `${max}文字以内でお願いします。`
    }
  },
}
