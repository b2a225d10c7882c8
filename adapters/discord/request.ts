import type { Attachment } from '../../src/model/message.ts'
import type { Reply } from './reply.ts'

export interface Request {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Behind the API's address, without a slash at its beginning. */
  path: string
  body?: object
  /** Go with the body, which names them as its attachments. */
  files?: readonly Attachment[]
  /** Its path holds a token of its own: ours is not sent, and a 401 does not concern it. */
  open?: true
  /** Nothing could be heard without it, so it is sent also while others are held back. */
  vital?: true
}

/** One request. Never rejects, never repeats, waits for nobody. */
export type Call = (request: Request) => Promise<Reply>

export interface Web {
  /** Begins an operation: all its calls together may take as long as one. What comes too late is `unknown`. */
  begin(signal?: AbortSignal): Call
  /** An operation of a single call. */
  call(request: Request, signal?: AbortSignal): Promise<Reply>
  /** The bytes of a file, at most `maxBytes` of them. Never rejects. */
  fetch(url: URL, maxBytes: number, signal: AbortSignal): Promise<{ bytes: Uint8Array } | Reply>
}
