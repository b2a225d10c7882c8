import { type Readable, readable } from './readable.ts'

/** Text as it is. */
export const textOf = (bytes: Uint8Array): Readable => readable(decode(bytes, 'text'))

/** The text of bytes that say little of how they are encoded: by their mark, as UTF-8, as the page says, else as it reads best. */
export function decode(bytes: Uint8Array, format: 'html' | 'text'): string {
  return clean(
    byMark(bytes) ?? strictly(bytes, 'utf-8') ?? (format === 'html' ? asDeclared(bytes) : undefined) ?? guess(bytes),
  )
}

function byMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return undefined
}

function asDeclared(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096))
  const label = /<meta[^>]{0,500}charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]
  return label && strictly(bytes, label)
}

/** Japanese is known by its kana; in other languages bytes may pass for it too. */
function guess(bytes: Uint8Array): string {
  const japanese = ['shift_jis', 'euc-jp'].map((label) => strictly(bytes, label))
  return japanese.find((text) => text && /[\u3040-\u30ff]/.test(text)) ?? new TextDecoder('windows-1252').decode(bytes)
}

/** Undefined where the bytes are not that encoding, or nobody knows it. */
function strictly(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function clean(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '')
}
