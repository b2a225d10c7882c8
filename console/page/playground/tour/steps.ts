import { locale } from '../../strings.ts'

/** What a step points at, by its `data-tour`. */
export type Sight = 'composer' | 'messages' | 'faults' | 'panes'

export interface Step {
  sight: Sight
  title: string
  text: string
  /** Can be put into the composer for the person. Sending it goes on to the next step. */
  words?: string
}

const en = {
  start: 'Show me around',
  again: 'Show me around again',
  place: (at: number, of: number) => `${at} of ${of}`,
  write: 'Write it for me',
  back: 'Back',
  next: 'Next',
  done: 'Done',
  end: 'End the tour',
  keys: 'F6 comes back here, Esc ends the tour.',
  steps: [
    {
      sight: 'composer',
      title: 'Ask',
      text: 'This is a Slack of your own, with the agent in it. Write it something, and press Enter.',
      words: 'Hello',
    },
    {
      sight: 'messages',
      title: 'Press a button',
      text: 'The answer grows in one message. Some come with buttons: pressing one says what it shows.',
    },
    {
      sight: 'faults',
      title: 'Make it fail',
      text: 'Break Slack on purpose: open this, add a fault, and ask again. The answer comes all the same.',
    },
    {
      sight: 'composer',
      title: 'Change the agent',
      text: 'Admins do it right here with /agent, and you are one. The help begins with what you would do next.',
      words: '/agent help',
    },
    {
      sight: 'messages',
      title: 'Ask why',
      text: 'Point at an answer, or reach it with Tab: the eye in its menu tells where it came from and what it cost.',
    },
    {
      sight: 'panes',
      title: 'The same everywhere',
      text: 'Discord and Teams are here, too, and “All three” asks them the same at once. That was all.',
    },
  ] as Step[],
}

type Words = typeof en

const ja: Words = {
  start: '案内を見る',
  again: 'もう一度案内を見る',
  place: (at, of) => `${at} / ${of}`,
  write: '代わりに入力する',
  back: '戻る',
  next: '次へ',
  done: '終わる',
  end: '案内を終える',
  keys: 'F6 でここに戻り、Esc で案内を終えます。',
  steps: [
    {
      sight: 'composer',
      title: '質問する',
      text: 'エージェントのいる、あなた専用の Slack です。何か書いて Enter を押してください。',
      words: 'こんにちは',
    },
    {
      sight: 'messages',
      title: 'ボタンを押す',
      text: '回答は 1 つのメッセージの中で伸びていきます。ボタンが付いていれば、押すだけでその言葉を伝えられます。',
    },
    {
      sight: 'faults',
      title: '障害を起こす',
      text: 'Slack をわざと故障させます。ここを開いて障害を追加し、もう一度質問してください。それでも回答は届きます。',
    },
    {
      sight: 'composer',
      title: 'エージェントを変える',
      text: '管理者は、この場で /agent を使ってエージェントを変えられます。あなたも管理者です。ヘルプの先頭には、次にできることが並びます。',
      words: '/agent help',
    },
    {
      sight: 'messages',
      title: '理由を尋ねる',
      text: '回答にポインターを合わせるか、Tab で移ってください。メニューの目のアイコンから、何をもとに答えたか、いくらかかったかがわかります。',
    },
    {
      sight: 'panes',
      title: 'どこでも同じ',
      text: 'Discord と Teams もここにあります。「3 つ同時」を選ぶと、同じ質問を一度に送れます。案内はこれで終わりです。',
    },
  ],
}

export const words: Words = locale === 'ja' ? ja : en
