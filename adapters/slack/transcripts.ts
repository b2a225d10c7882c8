import { setTimeout as wait } from 'node:timers/promises'
import type { FileRef } from '../../src/model/message.ts'
import type { Outcome } from '../../src/ports/outcome.ts'
import type { Scopes } from './limits.ts'
import { outcomeBeside } from './outcome.ts'
import type { File } from './payloads.ts'
import { readFileRef } from './places.ts'
import type { Reply, Web } from './web.ts'

/** Slack writes a voice clip down after it was sent: often it is not done when the clip is told of. */
const AGAIN_MS = 3000
const MOST_BYTES = 1024 * 1024

/** What is said in voice clips, as Slack has written it down. */
export function createTranscripts(parts: {
  web: Web
  scopesOf: (team: string) => Scopes
  fileHosts: readonly string[]
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}) {
  const { web, scopesOf, fileHosts } = parts
  const { sleep = async (ms, signal) => wait(ms, undefined, { signal }) } = parts

  return async (ref: FileRef, signal: AbortSignal): Promise<Outcome<string | undefined>> => {
    const { team, ...known } = readFileRef(ref)
    const outcome = (reply: Reply) => outcomeBeside(reply, scopesOf(team).files, (): string | undefined => undefined)
    if (!('id' in known)) return { ok: undefined }
    const ask = () => web.call('files.info', { file: known.id }, signal)
    let told = await ask()
    if ('ok' in told && isComing(told.ok['file'] as File)) {
      await sleep(AGAIN_MS, signal)
      told = await ask()
    }
    if (!('ok' in told)) return outcome(told)
    const { transcription, vtt } = told.ok['file'] as File
    if (transcription?.status !== 'complete') return { ok: undefined }
    const { content = '', has_more: hasMore } = transcription.preview ?? {}
    if (!hasMore) return { ok: content }
    const url = vtt !== undefined && URL.canParse(vtt) ? new URL(vtt) : undefined
    if (!url || !fileHosts.includes(url.origin)) return { ok: undefined }
    const reply = await web.fetch(url, MOST_BYTES, signal)
    return 'bytes' in reply ? { ok: textOfCues(new TextDecoder().decode(reply.bytes)) } : outcome(reply)
  }
}

const isComing = ({ transcription }: File): boolean => transcription?.status === 'processing'

/** What is said in WebVTT, without its numbers and times. */
export function textOfCues(vtt: string): string {
  const cues = vtt.replaceAll('\r', '').split(/\n{2,}/)
  return cues
    .flatMap((cue) => {
      const lines = cue.split('\n')
      const times = lines.findIndex((line) => line.includes('-->'))
      return times < 0 ? [] : lines.slice(times + 1)
    })
    .map((line) => line.replaceAll(/<[^>]*>/g, '').trim())
    .filter((line) => line !== '')
    .join(' ')
}
