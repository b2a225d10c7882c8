/** A recording, as its bytes tell it. */
export interface Sound {
  /** What servers know the container by: a file that is called otherwise is refused, or misunderstood. */
  ending: 'ogg' | 'wav' | 'm4a' | 'webm' | 'flac' | 'mp3'
  mimetype: string
  /** Where the container says so. */
  seconds?: number
}

type Ending = Sound['ending']

const mimetypes: Record<Ending, string> = {
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  webm: 'audio/webm',
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
}

/** As platforms and phones pack what people say; undefined for everything else. */
export function soundOf(bytes: Uint8Array): Sound | undefined {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const ending = endingOf(all.toString('latin1', 0, 16))
  if (!ending) return undefined
  const seconds = lengths[ending]?.(all)
  const isTold = seconds !== undefined && Number.isFinite(seconds) && seconds > 0
  return { ending, mimetype: mimetypes[ending], ...(isTold && { seconds }) }
}

/** UTF-16 begins nearly as an MP3 does. */
function endingOf(start: string): Ending | undefined {
  if (start.startsWith('RIFF')) return start.slice(8, 12) === 'WAVE' ? 'wav' : undefined
  if (start.slice(4, 8) === 'ftyp') return 'm4a'
  if (start.startsWith('\x1a\x45\xdf\xa3')) return 'webm'
  if (start.startsWith('OggS')) return 'ogg'
  if (start.startsWith('fLaC')) return 'flac'
  return /^(?:ID3|\xff[\xf2\xf3\xfa\xfb])/.test(start) ? 'mp3' : undefined
}

const lengths: Partial<Record<Ending, (all: Buffer) => number | undefined>> = {
  /** The last page says how many samples there are. Opus always counts 48,000 a second (RFC 7845). */
  ogg(all) {
    const last = all.lastIndexOf('OggS')
    if (all.length < last + 14) return undefined
    const vorbis = all.subarray(0, 256).indexOf('\x01vorbis', 'latin1')
    const rate = vorbis < 0 || all.length < vorbis + 16 ? 48_000 : all.readUInt32LE(vorbis + 12)
    return Number(all.readBigInt64LE(last + 6)) / rate
  },
  wav: (all) => (all.length < 44 ? undefined : (all.length - 44) / all.readUInt32LE(28)),
  /** Of the whole film. */
  m4a(all) {
    const at = all.indexOf('mvhd')
    if (at < 0 || all.length < at + 40) return undefined
    const isLong = all[at + 4] === 1
    const scale = all.readUInt32BE(at + (isLong ? 24 : 16))
    return (isLong ? Number(all.readBigUInt64BE(at + 28)) : all.readUInt32BE(at + 20)) / scale
  },
  flac(all) {
    if (all.length < 26) return undefined
    const rate = all.readUIntBE(18, 3) >> 4
    return ((all[21]! & 15) * 2 ** 32 + all.readUInt32BE(22)) / rate
  },
}

/** Speech takes at least so many bytes a second in what does not say how long it is (32 kbit/s). */
const leastBytes = 4_000

/** How long somebody speaks: as the platform and the container say, whichever is more, else at most about. */
export function secondsOf(bytes: Uint8Array, told: number | undefined): number {
  const known = Math.max(told ?? 0, soundOf(bytes)?.seconds ?? 0)
  return known > 0 ? known : Math.max(1, bytes.byteLength / leastBytes)
}
