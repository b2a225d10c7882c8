import type { Post } from './records.ts'

/** Of what is quoted; Teams shows no more of it. */
const PREVIEW = 100

/** What a message says as HTML, mentions as `<at>name</at>`. */
export const bodyOf = ({ html, text }: Pick<Post, 'html' | 'text'>): string =>
  html ?? escapeHtml(text).replaceAll(/&lt;(\/?)at&gt;/g, '<$1at>')

export const previewOf = ({ text, deleted }: Pick<Post, 'text' | 'deleted'>): string => {
  if (deleted) return ''
  const plain = text.replaceAll(/<\/?at>/g, '')
  return plain.length > PREVIEW ? `${plain.slice(0, PREVIEW)}…` : plain
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
