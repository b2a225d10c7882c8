import type { Language } from '../lib/language.ts'

type Sentence = Record<Language, string>

export const restarted: Sentence = {
  en: 'I was restarted in the middle of this answer. Sorry.',
  ja: '回答の途中で再起動しました。申し訳ありません。',
}

export const stale: Sentence = {
  en: 'I was away when you wrote this. Shall I answer it now?',
  ja: 'このメッセージを受け取った時に停止していました。今お答えしましょうか?',
}

export const somethingWentWrong: Sentence = {
  en: 'Something went wrong on my side. Please try again.',
  ja: '問題が発生しました。もう一度お試しください。',
}

export const agentGone: Sentence = {
  en: 'This agent no longer exists.',
  ja: 'このエージェントはもう存在しません。',
}

export const paused: Sentence = {
  en: 'All answers are paused at the moment. Please try again later.',
  ja: '現在すべての回答を一時停止しています。しばらくしてからもう一度お試しください。',
}

export const shuttingDown: Sentence = {
  en: 'The service is restarting. Please try again in a moment.',
  ja: 'サービスを再起動しています。少し待ってからもう一度お試しください。',
}

export const queueFull: Sentence = {
  en: 'Too many messages of this user are still waiting for their answers. Wait for one of them and try again.',
  ja: 'このユーザーの未回答のメッセージが多すぎます。回答を待ってからもう一度お試しください。',
}

export const capReached: Sentence = {
  en: "This month's conversations of the plan are used up. They begin anew on the first of the month (UTC).",
  ja: 'プランの今月の会話数の上限に達しました。翌月1日(UTC)から再び利用できます。',
}
