import { locale } from '../../shared/strings.ts'

const en = {
  title: 'Playground',
  chat: 'The playground',
  behind: 'Behind the answer',
  answer: 'Answer',
  newest: 'the newest',
  none: 'Say something in the chat: why the agent answered so, and how it was shown, then stands here.',
}

const ja: typeof en = {
  title: 'プレイグラウンド',
  chat: 'プレイグラウンド',
  behind: '回答の裏側',
  answer: '回答',
  newest: '最新',
  none: 'チャットで話しかけると、回答の理由と表示までの流れがここに表示されます。',
}

export const words = locale === 'ja' ? ja : en
