import { type Activity, attachmentsOf, quotedRepliesOf } from './payloads.ts'
import { type Quote, readTwin, type Twin } from './twin.ts'

/** The HTML that Teams sends beside the text of most messages: it alone holds addresses behind words, tables, and what is quoted. */
export function twinOf(activity: Pick<Activity, 'attachments'>): Twin | undefined {
  const html = attachmentsOf(activity).flatMap(({ contentType, content }) =>
    contentType === 'text/html' && typeof content === 'string' ? [content] : [],
  )
  return html.length > 0 ? readTwin(html.join('')) : undefined
}

/** What a message quotes and forwards, as far as Teams shows it there: newer clients tell quotations in an entity too. */
export function quotesOf(activity: Pick<Activity, 'entities'>, twin: Twin | undefined): Quote[] {
  const told = quotedRepliesOf(activity).map(
    ({ messageId, senderId, senderName, preview, isReplyDeleted }): Quote => ({
      id: messageId,
      ...(senderId && { by: senderId }),
      author: senderName ?? '',
      text: isReplyDeleted ? '' : (preview ?? ''),
    }),
  )
  const shown = twin?.quotes ?? []
  const gone = new Set(quotedRepliesOf(activity).flatMap((one) => (one.isReplyDeleted ? [one.messageId] : [])))
  const besides = told.filter(({ id }) => !shown.some((one) => one.id === id))
  return [...shown.map((one) => (gone.has(one.id!) ? { ...one, text: '' } : one)), ...besides]
}

/** Some clients put what is quoted above what is said about it, and all of them what is forwarded below. */
export function withoutQuotes(text: string, quotes: readonly Quote[]): string {
  return quotes.reduce((rest, { text: quoted, isForward }) => {
    if (quoted === '') return rest
    const words = quoted.split(/\s+/).map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    const there = words.join('\\s+')
    return rest.replace(new RegExp(isForward ? `(?:^|[\\r\\n]+)${there}\\s*$` : `^${there}[ \\t]*[\\r\\n]+`), '')
  }, text)
}
