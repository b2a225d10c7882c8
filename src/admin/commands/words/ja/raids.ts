import { plain } from '../../../../lib/quoting.ts'
import type { raids as en } from '../en/raids.ts'

export const raids: typeof en = {
  note: (server, most, minutes) =>
    `🛡️ **${plain(server)}** で1分間に ${most} 件を超えるメッセージが届きました。これまでより大幅に多いため、${minutes} 分間は以前に回答したことのある人にだけ回答し、ほかの人にはその旨を知らせます。問題がなければ、全員への回答を再開してください。`,
  end: '全員に回答する',
  ended: '全員への回答を再開しました。今後1時間はメッセージ数を確認しません。',
  over: 'すでに終わっています。',
}
