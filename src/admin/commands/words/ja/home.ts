import type { home as english } from '../en/home.ts'

export const home: typeof english = {
  answers: (agent: string | undefined) =>
    agent === undefined
      ? '個別の会話に回答するエージェントはまだありません。チャンネルではメンションしてください。'
      : `個別の会話では \`${agent}\` が回答します。「メッセージ」に書き込んでください。チャンネルではメンションしてください。`,
  kept: 'あなたについて保管しているもの',
  nothingKept: 'あなたについて保管しているものはありません。',
  limits: '使える量',
  handovers: '担当者との会話',
  agents: 'あなたのエージェント',
  help: 'ヘルプ',
  me: '自分のデータ…',
  create: 'エージェントを作る…',
  usage: '使用量',
}
