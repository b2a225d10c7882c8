/** Which reader a file needs. */
export type Kind = 'text' | 'html' | 'docx' | 'pdf'

/** What a file is, told by its bytes; its name decides only between kinds of text. */
export function kindOf(name: string, bytes: Uint8Array): Kind | 'old_office' | 'unknown' {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096))
  const start = head.toString('latin1')
  // Readers accept a PDF with something before it.
  if (start.slice(0, 1024).includes('%PDF-')) return 'pdf'
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return 'docx'
  // Word before 2007, and what Word encrypts today.
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'old_office'
  if (!isText(start)) return 'unknown'
  const extension = extensionOf(name)
  if (extension === 'pdf' || extension === 'docx') return 'unknown'
  if (['html', 'htm', 'xhtml'].includes(extension) || /^\W*(<!doctype html|<html)\b/i.test(start)) return 'html'
  return 'text'
}

export function mimetypeOf(kind: Kind, name: string): string {
  if (kind === 'pdf') return 'application/pdf'
  if (kind === 'docx') return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  if (kind === 'html') return 'text/html'
  return ['md', 'markdown'].includes(extensionOf(name)) ? 'text/markdown' : 'text/plain'
}

function extensionOf(name: string): string {
  return /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** UTF-16 has a mark at its beginning; anything else that holds control characters is no text. */
function isText(start: string): boolean {
  if (/^(\xff\xfe|\xfe\xff)/.test(start)) return true
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(start)
}
