import { AppError } from '../../lib/errors.ts'
import type { Fault } from './worker.ts'

/** What is said of a file that cannot be read. */
const sentences: Record<Fault | 'unknown' | 'old_office', { en: string; ja: string }> = {
  unknown: {
    en: 'is none of the kinds that can be read: Markdown, text, HTML, PDF and Word (.docx).',
    ja: 'は読み取れない形式です。Markdown、テキスト、HTML、PDF、Word（.docx）を利用してください。',
  },
  old_office: {
    en: 'is an old or a password-protected Office file. Save it as .docx or PDF without a password.',
    ja: 'は古い形式、またはパスワード付きの Office ファイルです。パスワードなしの .docx か PDF で保存し直してください。',
  },
  not_word: {
    en: 'is an archive, but not a Word document. Upload the files in it one by one, or save it as .docx or PDF.',
    ja: 'は Word 文書ではないアーカイブです。中のファイルを個別に追加するか、.docx か PDF で保存し直してください。',
  },
  encrypted: {
    en: 'is protected with a password. Save it without one.',
    ja: 'はパスワードで保護されています。パスワードを解除して保存し直してください。',
  },
  broken: {
    en: 'is damaged and cannot be read. Export it anew from the program it was made with.',
    ja: 'は破損していて読み取れません。作成したアプリケーションから書き出し直してください。',
  },
  no_text: {
    en: 'holds no text. A scanned document has only pictures of its pages: run text recognition (OCR) on it first.',
    ja: 'にはテキストがありません。スキャンした文書は画像だけなので、先に文字認識（OCR）を行ってください。',
  },
  too_much: {
    en: 'takes too long or too much memory to read. Split it into smaller files.',
    ja: 'は読み取りに時間またはメモリーがかかりすぎます。小さなファイルに分割してください。',
  },
}

export function unreadable(name: string, fault: keyof typeof sentences, cause?: unknown): AppError {
  const { en, ja } = sentences[fault]
  const code = fault === 'too_much' ? 'document_too_large' : 'document_unreadable'
  return new AppError(code, { en: `The file ${name} ${en}`, ja: `ファイル ${name} ${ja}` }, { cause })
}
