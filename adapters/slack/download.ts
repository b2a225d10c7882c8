import type { FileRef } from '../../src/model/message.ts'
import type { Outcome, Refusal } from '../../src/ports/channel.ts'
import type { Scopes } from './limits.ts'
import { outcomeBeside } from './outcome.ts'
import { readFileRef } from './places.ts'
import type { Reply, Web } from './web.ts'

/** Fetches a file, after asking for its address where only its id is known. */
export function createDownload(parts: {
  web: Web
  scopesOf: (team: string) => Scopes
  /** Files are fetched, with our token, from here and from nowhere else. */
  fileHosts: readonly string[]
}) {
  const { web, scopesOf, fileHosts } = parts

  return async (file: FileRef, maxBytes: number, signal: AbortSignal): Promise<Outcome<Uint8Array>> => {
    const { team, ...known } = readFileRef(file)
    const outcome = (reply: Reply) => outcomeBeside(reply, scopesOf(team).files, () => new Uint8Array())
    let url = 'url' in known ? known.url : undefined
    if ('id' in known) {
      const told = await web.call('files.info', { file: known.id }, signal)
      if (!('ok' in told)) return outcome(told)
      const { url_private = '', size = 0 } = told.ok['file'] as { url_private?: string; size?: number }
      if (size > maxBytes) return outcome({ error: 'file_too_large', details: [] })
      if (URL.canParse(url_private)) url = new URL(url_private)
    }
    if (!url || !fileHosts.includes(url.origin)) return elsewhere(url)
    const reply = await web.fetch(url, maxBytes, signal)
    return 'bytes' in reply ? { ok: reply.bytes } : outcome(reply)
  }
}

function elsewhere(url: URL | undefined): { refused: Refusal } {
  return { refused: { code: 'forbidden', detail: `${url?.origin ?? 'nowhere'} is not where Slack keeps files` } }
}
