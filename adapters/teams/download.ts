import type { FileRef } from '../../src/model/message.ts'
import type { Outcome } from '../../src/ports/outcome.ts'
import type { Connector } from './connector.ts'
import type { Graph } from './graph.ts'
import { scopesOf } from './limits.ts'
import { outcomeOf } from './outcome.ts'
import { readFileRef, type StoredFile } from './places.ts'
import type { Fetched } from './reply.ts'

export interface Files {
  connector: Pick<Connector, 'fetch'>
  graph: Pick<Graph, 'fetch'>
}

/** The bytes of a file that somebody sent, or that stands in what was read. */
export async function download(
  { connector, graph }: Files,
  file: FileRef,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Outcome<Uint8Array>> {
  const { kind, at, url } = readFileRef(file)
  const fetched =
    kind === 'hosted' || kind === 'shared'
      ? await graph.fetch(at, kind === 'hosted' ? url.href : shareOf(url), maxBytes, signal)
      : isKept(kind, at, url)
        ? await connector.fetch(url, { token: kind === 'picture' }, maxBytes, signal)
        : ({ error: { status: 403, code: '', message: `${url.origin} is not where Teams keeps files` } } as const)
  return outcomeOfFile(fetched, url)
}

function outcomeOfFile(fetched: Fetched, url: URL): Outcome<Uint8Array> {
  const { conversation } = scopesOf({ tenant: url.host, conversation: 'files' })
  if (!('bytes' in fetched)) return outcomeOf(fetched, conversation, () => new Uint8Array())
  // Whoever is to sign in first is shown a page, with status 200 (from iOS: Microsoft-Teams-Samples#1314).
  const isPage = /^text\/html\b/i.test(fetched.type) && !/\.html?$/i.test(url.pathname)
  return isPage
    ? { refused: { code: 'forbidden', detail: 'a page came in place of the file, perhaps one to sign in' } }
    : { ok: fetched.bytes }
}

/** Documented: how Graph is asked for a file by the address that it is shared at. */
const shareOf = (url: URL): string => `shares/u!${Buffer.from(url.href).toString('base64url')}/driveItem/content`

export const isKept = (kind: StoredFile['kind'], serviceUrl: string, url: URL): boolean =>
  url.origin === new URL(serviceUrl).origin || (kind === 'file' && isSharePoint(url))

const isSharePoint = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' && /\.sharepoint(?:-df)?\.(?:com|us|cn|de)$/i.test(hostname)
