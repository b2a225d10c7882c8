import { isRecord } from '../shared/json.ts'
import type { Json } from './records.ts'
import { refuse } from './refusal.ts'

/** A file of a request; `number` is the n of `files[n]`. */
export interface Upload {
  number: string
  name: string
  type: string
  bytes: Buffer
}

/** The JSON of a request and the files beside it: multipart with `payload_json`, or JSON alone. */
export async function readUpload(
  type: string,
  bytes: Buffer,
  fileLimit: number,
): Promise<{ body: unknown; files: Upload[] }> {
  if (bytes.length === 0) return { body: undefined, files: [] }
  if (type.startsWith('application/json')) return { body: parse(bytes.toString('utf8')), files: [] }
  if (!type.startsWith('multipart/form-data')) return refuse(50109)
  const form = await readMultipart(type, bytes)
  let body: unknown = {}
  const files: Upload[] = []
  for (const [name, value] of form) {
    if (name === 'payload_json' && typeof value === 'string') body = parse(value)
    else if (typeof value !== 'string' && /^files\[\d+\]$/.test(name)) {
      if (value.size > fileLimit) refuse(40005)
      files.push({
        number: name.slice(6, -1),
        name: value.name,
        type: value.type,
        bytes: Buffer.from(await value.arrayBuffer()),
      })
    } else refuse(50109)
  }
  return { body, files }
}

async function readMultipart(type: string, bytes: Buffer): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  } catch {
    return refuse(50109)
  }
}

function parse(text: string): Json | unknown[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    refuse(50109)
  }
  return isRecord(value) || Array.isArray(value) ? value : refuse(50109)
}
