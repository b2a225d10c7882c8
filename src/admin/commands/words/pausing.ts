import type { Texts } from '../../../model/command.ts'
import { plain } from './general.ts'

const because = (why: string | null): Texts =>
  why === null ? { en: '', ja: '' } : { en: ` Why: ${plain(why, 300)}`, ja: ` 理由: ${plain(why, 300)}` }

export const begun = (resume: string): Texts => ({
  en: `⏸️ Paused: no agent answers, calls or posts anything until \`${resume}\`. What people write meanwhile is kept, and they are told so.`,
  ja: `⏸️ 一時停止しました。\`${resume}\` まで、どのエージェントも回答・呼び出し・投稿を行いません。その間のメッセージは保存され、送信者にもその旨を知らせます。`,
})

export const ended: Texts = {
  en: '▶️ It goes on. What was written meanwhile is answered now; who has waited for long is asked first whether they still want to know.',
  ja: '▶️ 再開しました。停止中のメッセージに回答します。長く待った人には、まだ回答が必要かを確認します。',
}

export const notPaused: Texts = { en: 'Nothing is paused.', ja: '一時停止していません。' }

export const byOperator = (why: string | null): Texts => ({
  en: `Whoever runs this server has paused everything; only they can resume it, with \`parley resume\`.${because(why).en}`,
  ja: `サーバーの運用担当者がすべてを一時停止しています。再開できるのは運用担当者だけです(\`parley resume\`)。${because(why).ja}`,
})

export const isPaused = (of: { since: string; by: string | undefined; why: string | null }): Texts => ({
  en: `⏸️ Everything is paused since ${of.since}, by ${of.by ?? 'whoever runs this server'}.${because(of.why).en}`,
  ja: `⏸️ ${of.since} から一時停止中です(${of.by ?? 'サーバーの運用担当者'})。${because(of.why).ja}`,
})
