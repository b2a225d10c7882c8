import type { Language } from '../lib/language.ts'
import { plain } from '../lib/quoting.ts'

export type Sentence = Record<Language, string>

export const retry: Sentence = { en: 'Retry', ja: '再試行' }

export const interrupted: Sentence = {
  en: '_The answer was interrupted._',
  ja: '_回答が途中で中断されました。_',
}

export const stopped: Sentence = { en: '_Stopped._', ja: '_停止しました。_' }

export const notWhole: Sentence = {
  en: '_The rest of this answer could not be shown._',
  ja: '_この回答の続きを表示できませんでした。_',
}

export const notShown: Sentence = {
  en: '_I had an answer, but could not show it here._',
  ja: '_回答をここに表示できませんでした。_',
}

export const inFile: Sentence = {
  en: '_All of the answer is in the file above._',
  ja: '_回答の全文は上のファイルにあります。_',
}

export const inFileBelow: Sentence = {
  en: '_All of the answer is in the file below._',
  ja: '_回答の全文は下のファイルにあります。_',
}

export const mayBeAbove: Sentence = {
  en: '_I may have answered above: I could not find out whether my answer arrived._',
  ja: '_上にすでに回答しているかもしれません。回答が届いたかどうか確認できませんでした。_',
}

/** Why an answer is told to its person alone. */
export const alone: Record<'forbidden' | 'invalid' | 'unsupported' | 'gone', Sentence> = {
  forbidden: {
    en: 'I am not allowed to write where you asked me, so here is my answer for you alone. Whoever manages that place can let me write there.',
    ja: 'ご質問の場所に書き込む権限がないため、あなただけに回答をお送りします。その場所の管理者は、私の書き込みを許可できます。',
  },
  invalid: {
    en: 'My answer was refused where you asked me, perhaps by a filter, so here it is for you alone.',
    ja: 'ご質問の場所では、フィルターなどにより回答を表示できませんでした。あなただけにお送りします。',
  },
  unsupported: {
    en: 'Where you asked me I cannot write, so here is my answer for you alone. Please ask me in a direct message next time.',
    ja: 'ご質問の場所には書き込めないため、あなただけに回答をお送りします。次回はダイレクトメッセージでお尋ねください。',
  },
  gone: {
    en: 'It took too long to answer where you asked me, so here is my answer for you alone.',
    ja: '時間がかかり、ご質問の場所には表示できなくなったため、あなただけに回答をお送りします。',
  },
}

export const onlyBeginning: Sentence = {
  en: '_This is only the beginning: all of it does not fit in here. Ask me again in a direct message to read the rest._',
  ja: '_ここに入りきらないため、冒頭だけを表示しています。続きはダイレクトメッセージでもう一度お尋ねください。_',
}

export const goodAnswer: Sentence = { en: 'Good answer', ja: '良い回答' }
export const badAnswer: Sentence = { en: 'Bad answer', ja: '良くない回答' }

export const voted: Sentence = {
  en: 'Thank you, that helps.',
  ja: 'ご意見ありがとうございます。',
}

export const notYours: Sentence = {
  en: 'These buttons are for the person who asked.',
  ja: 'このボタンは質問した人だけが押せます。',
}

export const alreadyChosen: Sentence = {
  en: 'One of these was already chosen.',
  ja: 'すでに選択されています。',
}

/** Why a message is not answered, for whoever wrote it. */
export const unanswered = {
  blocked: {
    en: 'An admin has blocked you from talking to me here. If that looks wrong to you, please ask them.',
    ja: '管理者の設定により、ここで私と話すことはできません。心当たりがない場合は管理者にお問い合わせください。',
  },
  noAgent: {
    en: 'No agent answers here yet. An admin can bring one with `/agent use`.',
    ja: 'ここで回答するエージェントはまだありません。管理者が `/agent use` で設定できます。',
  },
  stale: {
    en: 'I was away when you wrote this, and it is too long ago to answer now. Please ask again.',
    ja: 'メッセージを受け取れない間に時間が経ってしまいました。お手数ですが、もう一度送ってください。',
  },
} as const satisfies Record<string, Sentence>

export const expired: Sentence = {
  en: 'These buttons are too old to be used. Please write your answer instead.',
  ja: 'このボタンは古くなったため使えません。メッセージで入力してください。',
}

export const tooLong = (max: number): Sentence => ({
  en: `That message is longer than ${max} characters, which is more than I can take in. Please send less of it.`,
  ja: `メッセージが ${max} 文字を超えているため受け取れません。短くして送ってください。`,
})

export const capReached: Sentence = {
  en: 'This month’s conversations are used up. Please ask whoever runs me for more.',
  ja: '今月の会話数の上限に達しました。管理者にお問い合わせください。',
}

export const tooManyImages = (max: number): Sentence => ({
  en: `I can look at ${max} pictures at once. Please send fewer.`,
  ja: `一度に扱える画像は ${max} 枚までです。枚数を減らして送ってください。`,
})

export const imageTooLarge: Sentence = {
  en: 'That picture is larger than 8 MB, which is more than I can look at. Please send a smaller one.',
  ja: '画像が 8 MB を超えているため読み込めません。小さい画像を送ってください。',
}

export const imageUnreadable: Sentence = {
  en: "I couldn't fetch that picture. Please send it again as PNG, JPEG, WebP or GIF.",
  ja: '画像を取得できませんでした。PNG、JPEG、WebP、GIF のいずれかで送り直してください。',
}

export const voiceUnsupported: Sentence = {
  en: 'I can’t listen to voice messages yet. Please write to me instead.',
  ja: '音声メッセージにはまだ対応していません。文字で送ってください。',
}

export const fileTooLarge = (name: string, maxBytes: number): Sentence => {
  const kilobytes = Math.round(maxBytes / 1024).toLocaleString('en')
  return {
    en: `${name} is too large: at most ${kilobytes} KB are taken.`,
    ja: `${name} が大きすぎます。${kilobytes} KB までです。`,
  }
}

export const fileUnreadable = (name: string): Sentence => ({
  en: `I couldn’t fetch ${name}. Please send it again.`,
  ja: `${name} を取得できませんでした。もう一度送ってください。`,
})

export const notKept: Sentence = {
  en: 'I can’t keep anything at the moment, so I could not take in your message. If there is no answer in five minutes, please send it again; if it stays so, tell whoever runs me.',
  ja: '現在データを保存できないため、メッセージを受け取れませんでした。5 分待っても回答がない場合は、もう一度送ってください。続く場合は運用者にお知らせください。',
}

export const hasToWait: Sentence = {
  en: 'I have your message, but can’t keep anything new at the moment. You don’t need to send it again: I answer as soon as I can.',
  ja: 'メッセージは受け取りましたが、現在データを保存できません。再送は不要です。保存できるようになり次第、回答します。',
}

export const commandFailed: Sentence = {
  en: 'Something went wrong. Please try again; if it stays so, tell whoever runs Parley.',
  ja: '問題が発生しました。もう一度お試しください。続く場合は Parley の運用担当者にご連絡ください。',
}

export const noInstallation: Sentence = {
  en: 'I am not installed here, or not any more. Please add me again.',
  ja: 'ここにはインストールされていません。もう一度追加してください。',
}

export const hearsNow = (agent: string, answers: boolean, use: string): Sentence =>
  answers
    ? {
        en: `From now on **${agent}** hears everything that is written in this channel and answers it; please write again what it should have answered before. Admins change this with \`${use}\`.`,
        ja: `これから **${agent}** は、このチャンネルのすべての発言を聞いて答えます。これより前の発言に回答が必要な場合は、もう一度書いてください。管理者は \`${use}\` で変更できます。`,
      }
    : {
        en: `From now on **${agent}** hears everything that is written in this channel, and answers when it is mentioned. Admins change this with \`${use}\`.`,
        ja: `これから **${agent}** は、このチャンネルのすべての発言を聞き、メンションされたときに答えます。管理者は \`${use}\` で変更できます。`,
      }

export const hearsNoMore = (agent: string): Sentence => ({
  en: `**${agent}** does not listen in this channel any more.`,
  ja: `**${agent}** は、このチャンネルの発言を聞くのをやめました。`,
})

export const cannotBeTold = (agent: string, place: string): Sentence => ({
  en: `I could not post in \`${place}\`, so nobody there knows that \`${agent}\` would listen, and it does not. Let me post there, or bind another channel.`,
  ja: `\`${place}\` に投稿できず、\`${agent}\` が発言を聞くことを知らせられないため、聞いていません。投稿を許可するか、別のチャンネルで使ってください。`,
})

export const waitsForApproval = (id: string): Sentence => ({
  en: `I am installed here, but whoever runs me has not approved that yet. Until then I answer nobody here and keep nothing of what is said. Please ask them to, with this id: \`${id}\`. What is written before is not answered later.`,
  ja: `インストールされていますが、運用者の承認を待っています。承認されるまでここでは誰にも回答せず、発言も保存しません。次の ID を運用者に伝えて承認を依頼してください: \`${id}\`。承認前のメッセージに後から回答することはありません。`,
})

export const notApproved = (id: string): Sentence => ({
  en: `Whoever runs me has decided that I do not answer here. If that is a mistake, please give them this id: \`${id}\`.`,
  ja: `運用者の判断により、ここでは回答しません。誤りと思われる場合は、次の ID を運用者に伝えてください: \`${id}\`。`,
})

const because = (why: string | null): Sentence =>
  why === null ? { en: '', ja: '' } : { en: ` (${plain(why, 300)})`, ja: `(${plain(why, 300)})` }

export const waitsForPause = (why: string | null): Sentence => ({
  en: `All answers are paused at the moment${because(why).en}. Your message is kept, and answered when it goes on.`,
  ja: `現在すべての回答を一時停止しています${because(why).ja}。メッセージは保存されており、再開後にお答えします。`,
})

export const pausedHere: Sentence = {
  en: '_Paused. The answer goes on here when all is resumed._',
  ja: '_一時停止中です。再開後に、ここで回答を続けます。_',
}

export const askAbout: Sentence = {
  en: 'What would you like to know about this?',
  ja: 'このメッセージについて、何を知りたいですか？',
}
