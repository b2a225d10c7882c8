import { z } from 'zod'
import type { Fault } from '../lib/errors.ts'
import { faultsOf, pathText } from '../lib/faults.ts'
import type { State, UserImage } from '../model/conversation.ts'
import { sniffImage } from '../model/images.ts'

/** The body of `POST /api`. Members it does not know are ignored, because real clients send more. */
export interface ConversationBody {
  agentId: string
  utterance: string
  uid: string | undefined
  state: State | undefined
  stream: boolean
  startUtterance: string | undefined
  image: UserImage | undefined
  disableAiResponse: boolean
  disableHistory: boolean
  thirdPartyToken: string | undefined
  /** What was said with a draft before, as its answer told it. */
  talk: string | undefined
}

export type BodyFault = Fault & { code?: string }

/** Without an `apiKey`, even an empty one, there is nobody to authenticate and the faults come first. */
export type ReadBody =
  | { apiKey: string; body: ConversationBody }
  | { apiKey: string; faults: BodyFault[] }
  | { apiKey: undefined; faults: BodyFault[] }

/** Characters of a uid. */
export const uidLimit = 256
/** Of a talk with a draft, as its answers tell it. */
export const talkLimit = 1_000_000
const imageByteLimit = 8 * 1024 * 1024

/** Every member as it is read; what they mean together is checked below. */
export const conversationBodySchema = z.object({
  api_key: z.string().nullish(),
  agent_id: z.string().min(1),
  utterance: z.string(),
  /** Programs whose people have numbers send those. */
  uid: z.union([z.string().max(uidLimit), z.int()]).nullish(),
  state: z.unknown().optional(),
  stream: z.boolean().nullish(),
  start_utterance: z.string().nullish(),
  base64_image: z.string().nullish(),
  disable_ai_response: z.boolean().nullish(),
  disable_history: z.boolean().nullish(),
  third_party_token: z.string().nullish(),
  talk: z.string().max(talkLimit).nullish(),
})

export interface BodyLimits {
  /** Characters (code points) of an utterance. */
  utterance: number
}

export function readConversation(input: unknown, limits: BodyLimits): ReadBody {
  const parsed = conversationBodySchema.safeParse(input)
  if (!parsed.success) return unreadable(input, parsed.error)
  const { data } = parsed
  const faults: BodyFault[] = []
  const uid = data.uid == null || data.uid === '' ? undefined : String(data.uid)
  const state = data.state == null ? undefined : readState(data.state, faults)
  const image = data.base64_image ? readImage(data.base64_image, 'base64_image', faults) : undefined
  for (const name of ['utterance', 'start_utterance'] as const) {
    if (longerThan(data[name] ?? '', limits.utterance)) {
      faults.push({
        path: name,
        message: `must have at most ${limits.utterance} characters`,
        code: 'utterance_too_long',
      })
    }
  }
  if (state && uid === undefined && Object.keys(state).length > 0) {
    faults.push({ path: 'uid', message: 'is required when state is used', code: 'uid_required' })
  }
  // A missing key is a matter of authentication, not of shape.
  const apiKey = data.api_key ?? ''
  if (faults.length > 0) return { faults, apiKey }
  const body: ConversationBody = {
    agentId: data.agent_id,
    utterance: data.utterance,
    uid,
    state,
    stream: data.stream ?? false,
    startUtterance: data.start_utterance || undefined,
    image,
    disableAiResponse: data.disable_ai_response ?? false,
    disableHistory: data.disable_history ?? false,
    thirdPartyToken: data.third_party_token || undefined,
    talk: data.talk || undefined,
  }
  return { apiKey, body }
}

/** Without a well-formed key and agent nobody is asked who they are. */
function unreadable(input: unknown, error: z.ZodError): ReadBody {
  const faults = faultsOf(conversationBodySchema, input, error.issues)
  const nameless = faults.some(({ path }) => path === '' || path === 'api_key' || path === 'agent_id')
  return nameless
    ? { faults, apiKey: undefined }
    : { faults, apiKey: (input as { api_key?: string | null }).api_key ?? '' }
}

/** An object of strings, or the same written as a JSON string. Numbers and booleans are taken as their text. */
function readState(value: unknown, faults: BodyFault[]): State | undefined {
  const shape = 'must be an object whose values are strings, numbers or booleans, or a JSON string of one'
  let object = value
  if (typeof value === 'string') {
    try {
      object = JSON.parse(value)
    } catch {
      object = undefined
    }
  }
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    faults.push({ path: 'state', message: shape })
    return undefined
  }
  const entries = Object.entries(object).map(([key, item]): [string, string] => {
    const isText = ['string', 'number', 'boolean'].includes(typeof item)
    if (!isText) faults.push({ path: pathText(['state', key]), message: 'must be a string, a number or a boolean' })
    return [key, isText ? String(item) : '']
  })
  return Object.fromEntries(entries)
}

/** Decoded and written anew, so that the model gets plain base64 whatever line breaks or alphabet came. */
export function readImage(value: string, path: string, faults: BodyFault[]): UserImage | undefined {
  const refuse = (code: string, message: string) => void faults.push({ path, message, code })
  // Browsers hand out data URLs.
  const bytes = Buffer.from(value.replace(/^data:[^,]{0,100},/, ''), 'base64')
  if (bytes.length > imageByteLimit) return refuse('image_too_large', 'must be an image of at most 8 MiB')
  const mimetype = sniffImage(bytes)
  if (!mimetype) return refuse('image_unreadable', 'must be a PNG, JPEG, WebP or GIF image in base64')
  return { mimetype, base64: bytes.toString('base64') }
}

export function longerThan(value: string, limit: number): boolean {
  if (value.length <= limit) return false
  if (value.length > 2 * limit) return true
  let characters = 0
  for (const _ of value) characters++
  return characters > limit
}
