import type { InboundFile } from '../../src/model/message.ts'
import { type Activity, attachmentsOf } from './payloads.ts'
import { fileRef } from './places.ts'

const FILE = 'application/vnd.microsoft.teams.file.download.info'

/** A picture that was pasted comes twice: also in the HTML of the message, which says nothing new. */
export function readFiles(activity: Activity): InboundFile[] {
  const { serviceUrl } = activity
  return attachmentsOf(activity).flatMap(({ contentType, contentUrl, name, content }): InboundFile[] => {
    if (contentType.startsWith('image/') && isAddress(contentUrl)) {
      const ref = fileRef('picture', serviceUrl, contentUrl)
      // Teams does not tell how large it is.
      return [{ ref, name: name ?? 'image', mimetype: contentType.split(';')[0]!, size: 0 }]
    }
    const { downloadUrl, fileType } = (content ?? {}) as { downloadUrl?: unknown; fileType?: unknown }
    if (contentType !== FILE || !isAddress(downloadUrl)) return []
    const ref = fileRef('file', serviceUrl, downloadUrl)
    return [{ ref, name: name ?? 'file', mimetype: typeOf(String(fileType ?? name ?? '')), size: 0 }]
  })
}

const TYPES: Record<string, string> = {
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  eml: 'message/rfc822',
  zip: 'application/zip',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
}
export const typeOf = (name: string): string =>
  TYPES[name.split('.').at(-1)!.toLowerCase()] ?? 'application/octet-stream'

const isAddress = (url: unknown): url is string =>
  typeof url === 'string' && !/\s/.test(url) && /^https?:/i.test(url) && URL.canParse(url)
