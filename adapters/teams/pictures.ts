import type { Payload } from './outbound.ts'

/** A message has room for about 100 KB in UTF-16, of which a picture takes base64 of its bytes. */
export const PICTURE_BYTES = 30_000
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif'])

/** A message that shows a picture at once; undefined where it has no room for it. */
export function renderPicture(picture: { name: string; type: string; bytes: Uint8Array }): Payload | undefined {
  const { name, type, bytes } = picture
  if (!PICTURES.has(type) || bytes.length > PICTURE_BYTES) return undefined
  const contentUrl = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
  return { type: 'message', attachments: [{ contentType: type, contentUrl, name }] }
}
