import { z } from 'zod'
import { fileSettingsSchema } from './files.ts'

/**
 * How far an agent looks around a message that it answers. `none`: not at all; `message`: at what the message itself forwards, quotes
 * or replies to; `thread`: also at the thread that it stands in; `channel`: also, outside of threads, at the last of the channel.
 */
export const contextReaches = ['none', 'message', 'thread', 'channel'] as const
export type ContextReach = (typeof contextReaches)[number]

const contextFields = z.strictObject({
  reach: z.enum(contextReaches).optional(),
  /** The newest of a talk, besides the message that its thread began with. */
  messages: z.int().min(1).max(200).optional(),
  /** Nothing older than so many hours, but the message that a thread began with. */
  hours: z.number().positive().max(8760).optional(),
  /** Whether what other programs post counts. */
  programs: z.boolean().optional(),
  /** Of all that is quoted to the model, about. */
  tokens: z.int().min(200).max(100_000).optional(),
  /** To the platform, for one question. */
  calls: z.int().min(0).max(5).optional(),
  /** `fetch`: public pages that the message links to, or the one it is about, are read. */
  links: z.enum(['none', 'fetch']).optional(),
  /** Whether an answer says what was read for it. */
  footer: z.boolean().optional(),
  /** `public`: the model may look for what was said in public places that whoever asks can read. */
  search: z.enum(['none', 'public']).optional(),
})

/** The reach alone, or more besides. */
export const contextSettingsSchema = z.union([z.enum(contextReaches), contextFields])

export interface ContextSettings {
  reach: ContextReach
  messages: number
  hours?: number
  programs: boolean
  tokens: number
  calls: number
  links: 'none' | 'fetch'
  footer: boolean
  search: 'none' | 'public'
}

const usual: ContextSettings = {
  reach: 'thread',
  messages: 30,
  programs: true,
  tokens: 6000,
  calls: 2,
  links: 'none',
  footer: false,
  search: 'none',
}

/** What a place may say of its own, besides the reach; of the rest the agent's document says it. */
export const placeReadsSchema = contextFields
  .pick({ messages: true, hours: true, programs: true })
  .extend({ files: fileSettingsSchema.optional() })
export type PlaceReads = z.infer<typeof placeReadsSchema>

export interface OfPlace {
  reach?: ContextReach
  reads?: PlaceReads
}

/** What an agent's document says, with what it leaves open; a place may say otherwise. */
export function contextSettings(
  given: z.infer<typeof contextSettingsSchema> | undefined,
  { reach, reads: { files: _, ...reads } = {} }: OfPlace = {},
): ContextSettings {
  const own = typeof given === 'string' ? { reach: given } : given
  return { ...usual, ...filled(own), ...filled(reads), ...(reach && { reach }) }
}

const filled = (fields: object = {}): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/**
 * As people say it in a command: `messages=50 hours=24 programs=no files=pdf,text size=5` (MiB). Undefined: that is not how it is
 * said, or out of bounds.
 */
export function readPlaceReads(text: string): PlaceReads | undefined {
  const said = new Map(
    text.split(/\s+/).map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
  )
  const number = (name: string) => (said.has(name) ? { [name]: Number(said.get(name)) } : {})
  const programs = { yes: true, no: false }[said.get('programs') ?? '']
  const kinds = said.get('files')?.split(',')
  const maxSize = said.has('size') ? Number(said.get('size')) : undefined
  const known = ['messages', 'hours', 'programs', 'files', 'size']
  if ([...said.keys()].some((name) => !known.includes(name))) return undefined
  if (said.has('programs') && programs === undefined) return undefined
  const read = placeReadsSchema.safeParse({
    ...number('messages'),
    ...number('hours'),
    ...(programs !== undefined && { programs }),
    ...((kinds || maxSize !== undefined) && {
      files: { ...(kinds && { kinds }), ...(maxSize !== undefined && { maxSize }) },
    }),
  })
  return read.success ? read.data : undefined
}

/** The same, as it would be said. */
export function sayPlaceReads({ messages, hours, programs, files }: PlaceReads): string {
  return [
    ...(messages === undefined ? [] : [`messages=${messages}`]),
    ...(hours === undefined ? [] : [`hours=${hours}`]),
    ...(programs === undefined ? [] : [`programs=${programs ? 'yes' : 'no'}`]),
    ...(files?.kinds ? [`files=${files.kinds.join(',')}`] : []),
    ...(files?.maxSize === undefined ? [] : [`size=${files.maxSize}`]),
  ].join(' ')
}
