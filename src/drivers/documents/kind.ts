/** Which reader a file needs. A zip is an Office file or an archive, which only its parts tell. */
export type Kind = 'text' | 'csv' | 'html' | 'mail' | 'pdf' | 'zip'

/** What cannot be read, and why: `web_page`: in place of a file came a page of HTML, as servers send it to whoever is not signed in. */
export type NoKind = 'old_office' | 'web_page' | 'unknown'

/** What a file is, told by its bytes; its name decides only between kinds of text. */
export function kindOf(name: string, bytes: Uint8Array): Kind | NoKind {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096))
  const start = head.toString('latin1')
  // Readers accept a PDF with something before it.
  if (start.slice(0, 1024).includes('%PDF-')) return 'pdf'
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return 'zip'
  // Office before 2007, and what Office encrypts today.
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'old_office'
  if (!isText(start)) return 'unknown'
  const extension = extensionOf(name)
  const isPage = /^[^<]{0,8}\s{0,100}(?:<!--[^>]{0,500}>\s{0,100})?(<!doctype html|<html)\b/i.test(start)
  if (binary.has(extension)) return isPage ? 'web_page' : 'unknown'
  if (['html', 'htm', 'xhtml'].includes(extension) || isPage) return 'html'
  if (extension === 'eml') return 'mail'
  return ['csv', 'tsv'].includes(extension) ? 'csv' : 'text'
}

/** Files that are never text. */
const binary = new Set(
  'pdf docx xlsx pptx doc xls ppt zip png jpg jpeg gif webp heic mp3 m4a mp4 ogg wav webm'.split(' '),
)

/** Of a zip too, by its name, since it says what somebody wanted it to be. */
export function mimetypeOf(kind: Kind, name: string): string {
  const extension = extensionOf(name)
  if (kind === 'zip') return (office[extension] && `${openXml}${office[extension]}`) ?? 'application/zip'
  if (kind === 'text') return ['md', 'markdown'].includes(extension) ? 'text/markdown' : 'text/plain'
  return { pdf: 'application/pdf', html: 'text/html', csv: 'text/csv', mail: 'message/rfc822' }[kind]
}

const openXml = 'application/vnd.openxmlformats-officedocument.'
const office: Record<string, string> = {
  docx: 'wordprocessingml.document',
  xlsx: 'spreadsheetml.sheet',
  pptx: 'presentationml.presentation',
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
