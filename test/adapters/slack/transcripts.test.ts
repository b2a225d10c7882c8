import { describe, expect, it } from 'vitest'
import { createLimits } from '../../../adapters/slack/limits.ts'
import { fileRef } from '../../../adapters/slack/places.ts'
import { createTranscripts } from '../../../adapters/slack/transcripts.ts'
import type { Reply, Web } from '../../../adapters/slack/web.ts'

const cues = 'WEBVTT\n\n1\n00:00.000 --> 00:02.000\n<v Ann>All of\n\n2\n00:02.000 --> 00:04.000\nwhat was said.'
const processing = { transcription: { status: 'processing' } }
const complete = (preview: object) => ({ transcription: { status: 'complete', preview } })

/** What Slack says of a clip, each time that it is asked. */
function clip(...told: (object | Reply)[]) {
  const [waited, fetched] = [[] as number[], [] as string[]]
  const web: Pick<Web, 'call' | 'fetch'> = {
    async call() {
      const next = told.shift()!
      return 'error' in next ? (next as Reply) : { ok: { file: next } }
    },
    async fetch(url) {
      fetched.push(url.href)
      return { bytes: new TextEncoder().encode(cues) }
    },
  }
  const transcript = createTranscripts({
    web: web as Web,
    scopesOf: createLimits({}).of,
    fileHosts: ['https://files.example.com'],
    sleep: async (ms) => void waited.push(ms),
  })
  const read = () => transcript(fileRef('T0PARLEY', 'F0CLIP'), AbortSignal.timeout(10_000))
  return { read, waited, fetched, left: told }
}

describe('what is said in a voice clip', () => {
  it('is looked at once more where Slack is still writing it down', async () => {
    const { read, waited, left } = clip(processing, complete({ content: 'Good morning.' }))
    expect(await read()).toEqual({ ok: 'Good morning.' })
    expect([waited, left]).toEqual([[3000], []])
  })

  it('is not known where Slack takes longer, could not, or was not asked to', async () => {
    expect(await clip(processing, processing).read()).toEqual({ ok: undefined })
    expect(await clip({ transcription: { status: 'failed' } }).read()).toEqual({ ok: undefined })
    expect(await clip({}).read()).toEqual({ ok: undefined })
  })

  it('is fetched where it is longer than what is told at once, and from Slack alone', async () => {
    const more = complete({ content: 'All', has_more: true })
    const whole = clip({ ...more, vtt: 'https://files.example.com/F0CLIP.vtt' })
    expect(await whole.read()).toEqual({ ok: 'All of what was said.' })
    const foreign = clip({ ...more, vtt: 'https://attacker.example.com/F0CLIP.vtt' })
    expect(await foreign.read()).toEqual({ ok: undefined })
    expect([whole.fetched.length, foreign.fetched]).toEqual([1, []])
  })

  it('is refused by whatever refused the second look', async () => {
    const { read } = clip(processing, { error: 'file_not_found', details: [] })
    expect(await read()).toHaveProperty('refused')
  })
})
