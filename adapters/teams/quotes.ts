import { type Activity, attachmentsOf } from './payloads.ts'

/** What a message quotes, as far as Teams shows it there: it does not tell a bot what stands in a conversation. */
export interface Quote {
  /** Of the message that is quoted. */
  id: string
  author: string
  text: string
}

/** It stands only in the HTML that Teams sends beside the text. */
export function readQuote(activity: Pick<Activity, 'attachments'>): Quote | undefined {
  for (const { contentType, content } of attachmentsOf(activity)) {
    if (contentType !== 'text/html' || typeof content !== 'string') continue
    const [, tag = '', inner = ''] =
      /<blockquote\b([^>]*schema\.skype\.com\/Reply[^>]*)>(.*?)<\/blockquote>/is.exec(content) ?? []
    const [, id] = /\bitemid="([^"\s]+)"/i.exec(tag) ?? []
    if (id) return { id, author: wordsOf(inner, 'mri'), text: wordsOf(inner, 'preview') }
  }
  return undefined
}

function wordsOf(html: string, property: string): string {
  const [, , words = ''] =
    new RegExp(`<(\\w+)\\b[^>]*\\bitemprop="${property}"[^>]*>(.*?)</\\1>`, 'is').exec(html) ?? []
  const text = words.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  const plain: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ', '#39': "'" }
  return text.replaceAll(/&(lt|gt|quot|amp|nbsp|#39);/g, (_, name: string) => plain[name]!).trim()
}

/** Some clients put what is quoted above what is said about it. */
export function withoutQuote(text: string, { text: quoted }: Quote): string {
  const words = quoted.split(/\s+/).map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return quoted === '' ? text : text.replace(new RegExp(`^${words.join('\\s+')}[ \\t]*[\\r\\n]+`), '')
}
