/** In English and in Japanese. */
type Words = Record<'en' | 'ja', string>

export const intro = (agent: string): Words => ({
  en: `You are talking to ${agent}. Ctrl-C stops an answer, and then leaves. /agent help lists what you can change.`,
  ja: `${agent} との会話です。Ctrl-C で回答を止め、もう一度押すと終了します。/agent help で設定できることを表示します。`,
})
export const yourAgent: Words = { en: 'your agent', ja: 'エージェント' }
export const failed: Words = {
  en: 'Something went wrong, and nothing came of it. Please try again in a moment.',
  ja: '問題が発生し、処理できませんでした。しばらくしてからもう一度お試しください。',
}
export const upTo = (count: number): Words => ({
  en: `Type a number from 1 to ${count}.`,
  ja: `1 から ${count} の番号を入力してください。`,
})
export const asks: Words = {
  en: 'Enter keeps what stands in [ ], - empties it, Ctrl-C leaves the form. Of a file type its path.',
  ja: 'Enter で [ ] の内容を残し、- で消し、Ctrl-C で中止します。ファイルはパスを入力してください。',
}
export const untilDot: Words = { en: 'a line of . ends it', ja: '. だけの行で終わり' }
export const noFile: Words = { en: 'There is no such file that can be read.', ja: 'そのファイルは読めません。' }
export const nothingDone: Words = { en: 'Nothing was changed.', ja: '何も変更していません。' }
