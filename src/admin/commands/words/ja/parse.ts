import { number } from '../../../../lib/counts.ts'
import { shown } from '../../../../lib/quoting.ts'
import type { parse as en } from '../en/parse.ts'

const meant = (near: string | undefined): string => (near === undefined ? '' : ` もしかして: \`${near}\``)

export const parse: typeof en = {
  meant,
  twice: (name) => `\`${name}\` が2回指定されています。1回だけ指定してください。`,
  openMark: (word) => `\`${shown(word.replace(/^--[a-z]+=/, '').slice(1))}\` の前の引用符が閉じられていません。`,
  needsValue: (name) => `\`--${name}\` の後に値を書いてください。`,
  unknownOption: (name, near) => {
    const hint = meant(near === undefined ? undefined : `--${near}`)
    return `\`--${name}\` はここでは使えません。${hint}`
  },
  tooMuch: (word) => `\`${shown(word)}\` は余分です。空白を含む値は引用符で囲んでください。`,
  notAFile: (name) => `\`${name}\` にはファイルを添付してください。`,
  notText: (name) => `\`${name}\` にはファイルではなくテキストを指定してください。`,
  tooLong: (name, max) => `\`${name}\` は${number('ja', max)}文字以内にしてください。`,
  notANumber: (name, given) => `\`${name}\` は 3 のような整数で指定してください(\`${shown(given)}\` は使えません)。`,
  notAChoice: (name, given, choices, near) => {
    const list = choices.map((choice) => `\`${choice}\``).join(', ')
    const hint = meant(near)
    return `\`${name}\` は ${list} のいずれかです(\`${shown(given)}\` は使えません)。${hint}`
  },
  notAPerson: (name) => `\`${name}\` は人です。@ を入力して選んでください。`,
  unknownCommand: (typed, near, help) => {
    const hint = meant(near) || `\`${help}\` で一覧を表示できます。`
    return `\`${shown(typed)}\` というコマンドはありません。${hint}`
  },
  missing: (name, about) => `\`${name}\` を指定してください: ${about.ja}`,
}
