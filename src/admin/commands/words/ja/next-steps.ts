import type { nextSteps as en } from '../en/next-steps.ts'

export const nextSteps: typeof en = {
  letIn: '承認待ちを見る',
  create: 'エージェントを作る…',
  review: '変更を確認する',
  teach: '文書を追加…',
  tryIt: '質問を試す…',
  why: 'なぜその回答?',
  me: '自分のデータ…',
}
