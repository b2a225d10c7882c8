import type { en as english } from './en.ts'

export const ja: typeof english = {
  upTo: (count) => `1 から ${count} の番号を入力してください。`,
  asks: 'Enter で [ ] の内容を残し、- で消し、Ctrl-C で中止します。ファイルはパスを入力してください。',
  untilDot: '. だけの行で終わり',
  noFile: 'そのファイルは読めません。',
}
