import { plain } from '../../../../lib/quoting.ts'
import type { pausing as en } from '../en/pausing.ts'

const because = (why: string | null): string => (why === null ? '' : ` 理由: ${plain(why, 300)}`)

export const pausing: typeof en = {
  stopped: 'ここであなた宛てに書かれていた回答を止めました。表示済みの部分はそのまま残ります。',
  begun: (resume) =>
    `⏸️ 一時停止しました。\`${resume}\` まで、どのエージェントも回答・呼び出し・投稿を行いません。その間のメッセージは保存され、送信者にもその旨を知らせます。`,
  ended: '▶️ 再開しました。停止中のメッセージに回答します。長く待った人には、まだ回答が必要かを確認します。',
  notPaused: '一時停止していません。',
  byOperator: (why) =>
    `サーバーの運用担当者がすべてを一時停止しています。再開できるのは運用担当者だけです(\`parley resume\`)。${because(why)}`,
  isPaused: (of) => `⏸️ ${of.since} から一時停止中です(${of.by ?? 'サーバーの運用担当者'})。${because(of.why)}`,
}
