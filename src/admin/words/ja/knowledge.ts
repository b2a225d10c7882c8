import type { knowledge as en } from '../en/knowledge.ts'

export const knowledge: typeof en = {
  invalidName: (max) => `ファイル名は1〜${max}文字で、制御文字は使えません。`,
  fileTooLarge: (name, max) =>
    `ファイル ${name} は ${max / 1024 / 1024} MiB を超えています。小さなファイルに分割してください。`,
  tooManyPassages: (name, max) =>
    `ファイル ${name} は ${max} 個を超えるパッセージになります。小さなファイルに分割してください。`,
  nothingPasted: (name) => `テキスト ${name} は空です。エージェントに覚えさせる内容を貼り付けてください。`,
  notFound: (name) => `エージェントのナレッジにファイル ${name} はありません。`,
  changedMeanwhile: 'エージェントまたはナレッジが同時に変更されました。もう一度お試しください。',
  invalidKnowledge: '読み取れないファイルがあります:',
}
