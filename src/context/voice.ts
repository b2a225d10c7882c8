import type { Log } from '../lib/log.ts'
import { secondsOf, soundOf } from '../lib/sound.ts'
import type { FileRef, InboundFile } from '../model/message.ts'
import type { Channel } from '../ports/channel.ts'
import { OverBudget } from '../ports/spending.ts'
import type { Transcriber } from '../ports/transcriber.ts'
import { fetchFile, mebibyte, type Unread } from './fetch.ts'
import { type FileSettings, mayRead } from './file-settings.ts'
import { sentences } from './words/index.ts'

/** Documented of OpenAI's endpoint: nothing larger is taken. */
const maxBytes = 25 * mebibyte
/** Nobody waits longer for what was said to be written down. */
const hearMs = 60_000

export interface EarParts {
  channel: Pick<Channel, 'download' | 'transcript'>
  /** Writes down what the platform does not. */
  transcriber: Transcriber | undefined
  settings: FileSettings
  log: Log
  signal: AbortSignal
}

export interface Ear {
  /** What is said in a voice message; it is listened to once. Never throws for what it is. */
  hear(file: InboundFile): Promise<{ text: string } | Unread>
}

/** Somebody speaks in it, as far as its platform says. */
export const isVoice = ({ speech, mimetype }: InboundFile): boolean =>
  speech !== undefined || mimetype?.startsWith('audio/') === true

export function createEar({ channel, transcriber, settings, log, signal }: EarParts): Ear {
  const heard = new Map<FileRef, Promise<{ text: string } | Unread>>()

  async function listen(file: InboundFile): Promise<{ text: string } | Unread> {
    const { name, speech, ref } = file
    if (!mayRead(settings, 'voice')) return { why: sentences.notAllowed(name) }
    const written = speech?.transcript ?? (await asWritten(ref))
    if (written === undefined) return transcriber ? transcribed(file, transcriber) : { why: sentences.voice(name) }
    return saidIn(name, written)
  }

  async function transcribed(file: InboundFile, by: Transcriber): Promise<{ text: string } | Unread> {
    const { name, speech } = file
    const tooLong = { why: sentences.voiceTooLong(name, by.maxSeconds / 60) }
    if ((speech?.seconds ?? 0) > by.maxSeconds) return tooLong
    const until = AbortSignal.any([signal, AbortSignal.timeout(hearMs)])
    const got = await fetchFile(file, Math.min(maxBytes, settings.maxBytes), channel, until)
    if ('why' in got) return got
    if (!soundOf(got.bytes)) return { why: sentences.voice(name) }
    const seconds = secondsOf(got.bytes, speech?.seconds)
    if (seconds > by.maxSeconds) return tooLong
    try {
      return saidIn(name, (await by.transcribe({ bytes: got.bytes, seconds }, until)).text)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof OverBudget) return { why: error.say }
      log.warn({ why: (error as Error).message }, 'a voice message could not be written down')
      return { why: sentences.voiceNotHeard(name) }
    }
  }

  async function asWritten(ref: FileRef): Promise<string | undefined> {
    const outcome = await channel.transcript?.(ref, signal)
    return outcome && 'ok' in outcome ? outcome.ok : undefined
  }

  return {
    hear(file) {
      const known = heard.get(file.ref)
      if (known) return known
      const hearing = listen(file)
      heard.set(file.ref, hearing)
      return hearing
    },
  }
}

const saidIn = (name: string, text: string): { text: string } | Unread =>
  text.trim() === '' ? { why: sentences.voiceEmpty(name) } : { text: text.trim() }
