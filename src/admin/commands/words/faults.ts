import type { Language } from '../../../lib/language.ts'

/** The messages of faults are English; the usual ones are told in Japanese too. */
export function inLanguage(message: string, language: Language): string {
  if (language === 'en') return message
  for (const [pattern, japanese] of known) {
    if (pattern.test(message)) return message.replace(pattern, japanese)
  }
  return message
}

const known: readonly [RegExp, string][] = [
  [/^is required$/, 'は必須です'],
  [/^is taken: choose another.*$/, 'は既に使われています。別のものを選ぶか、空にして自動で作成してください'],
  [/^must not be empty$/, 'は空にできません'],
  [/^must have at most (\d+) characters$/, 'は$1文字以内にしてください'],
  [/^must have at least (\d+) characters$/, 'は$1文字以上にしてください'],
  [/^must have at most (\d+) items$/, 'は$1件以内にしてください'],
  [/^must have at most (\d+) tokens$/, 'は$1トークン以内にしてください'],
  [/^must be at most ([\d.]+)$/, 'は$1以下にしてください'],
  [/^must be at least ([\d.]+)$/, 'は$1以上にしてください'],
  [/^must be a whole number$/, 'は整数で指定してください'],
  [/^must be a number$/, 'は数値で指定してください'],
  [/^must be a string$/, 'はテキストで指定してください'],
  [/^must start with (\S+)$/, 'は $1 で始めてください'],
  [/^must be one of (.+?)(; did you mean .+\?)?$/, 'は次のいずれかです: $1'],
  [/^must be an http or https URL$/, 'は http または https の URL にしてください'],
  [/^must be a URL like (\S+)$/, 'は $1 のような URL にしてください'],
  [/^is the name of another webhook$/, 'は他の Webhook の名前です'],
  [/^must be 3 to 64 characters of .*$/, 'は英数字で始まる3〜64文字の英数字、_、- にしてください'],
  [/^must be a JSON object written as a string$/, 'は JSON のオブジェクトにしてください'],
  [/^must be JSON:? ?.*$/, 'は JSON にしてください'],
  [/^must be nested at most (\d+) deep$/, 'の入れ子は$1段以内にしてください'],
  [/^must be English letters, digits, _ and -.*$/, 'は英字で始まる英数字、_、- にしてください'],
  [/^is required when triggerType is 2$/, 'は、モデルが呼び出す Webhook では必須です'],
  [/^is not the name of a header$/, 'はヘッダーの名前として使えません'],
  [/^is a header that Parley writes itself$/, 'は Parley が自動で付けるヘッダーです'],
  [/^must hold no line break and no .*$/, 'に改行や Latin-1 以外の文字は使えません'],
  [/^is masked, but there is no header .*$/, 'は伏せ字ですが、保存済みの値がありません。値を入力してください'],
  [/^must not hold #\{…\} or @\{…\} before the path.*$/, 'のパスより前に #{…} や @{…} は使えません'],
  [/^must not hold a user name or password.*$/, 'にユーザー名やパスワードは使えません。秘密のヘッダーに書いてください'],
  [/^is not set, so no model is ever asked$/, 'が未設定のため、モデルは使われません'],
  [/^no endpoint is configured that serves (\S+)$/, '$1 に対応する接続先が設定されていません'],
]
