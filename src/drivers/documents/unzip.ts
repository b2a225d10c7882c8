import { crc32, inflateRawSync } from 'node:zlib'
import { BadFile } from './unreadable.ts'

/** Of all that is unpacked: no text that anybody wrote is longer, and a zip that says it is small may not be. */
const maxUnpacked = 64 * 1024 * 1024
const maxParts = 10_000

export interface Zip {
  names: string[]
  read(name: string): Buffer | undefined
}

/** Reads parts of a zip archive: each only when it is asked for, and no more than 64 MiB in all. Throws `BadFile`. */
export function openZip(bytes: Uint8Array): Zip {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = readDirectory(zip)
  let room = maxUnpacked
  return {
    names: [...parts.keys()],
    read(name) {
      const part = parts.get(name)
      if (!part) return undefined
      const unpacked = readPart(zip, part, room)
      room -= unpacked.length
      return unpacked
    },
  }
}

interface ZipPart {
  offset: number
  size: number
  method: number
  crc: number
}

function readDirectory(zip: Buffer): Map<string, ZipPart> {
  // The end record may be followed by a comment of up to 64 KiB.
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0 || end + 22 > zip.length) throw new BadFile('broken', 'it has no directory')
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  if (count > maxParts) throw new BadFile('too_much', 'it has too many parts')
  const parts = new Map<string, ZipPart>()
  for (let i = 0; i < count; i++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50)
      throw new BadFile('broken', 'its directory is broken')
    const [nameLength, extra, comment] = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const isEncrypted = (zip.readUInt16LE(at + 8) & 1) === 1
    if (isEncrypted) throw new BadFile('encrypted')
    parts.set(name, {
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      size: zip.readUInt32LE(at + 20),
      offset: zip.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + extra + comment
  }
  return parts
}

function readPart(zip: Buffer, { offset, size, method, crc }: ZipPart, room: number): Buffer {
  if (offset + 30 > zip.length || zip.readUInt32LE(offset) !== 0x04034b50)
    throw new BadFile('broken', 'a part is missing')
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
  const packed = zip.subarray(start, start + size)
  if (packed.length < size) throw new BadFile('broken', 'it is cut off')
  const part = method === 0 ? packed : method === 8 ? inflate(packed, room) : undefined
  if (!part) throw new BadFile('broken', 'it is packed in an unknown way')
  if (part.length > room) throw new BadFile('too_much')
  if (crc32(part) !== crc) throw new BadFile('broken', 'a part is damaged')
  return part
}

function inflate(packed: Buffer, room: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, room) })
  } catch (error) {
    const isTooMuch = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new BadFile(isTooMuch ? 'too_much' : 'broken', 'a part cannot be unpacked')
  }
}
