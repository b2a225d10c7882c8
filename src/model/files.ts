import { z } from 'zod'

/** Kinds of files by which an agent can be told what to read. */
const fileKinds = ['text', 'pdf', 'office', 'mail', 'archive', 'image', 'voice'] as const
export type FileKind = (typeof fileKinds)[number]

/** What an agent reads of the files that people send it; without it all kinds. */
export const fileSettingsSchema = z.strictObject({
  /** Other kinds are named to the model and to the person, and not read. */
  kinds: z.array(z.enum(fileKinds)).optional(),
  /** Of one file, in MiB. */
  maxSize: z.int().min(1).max(25).optional(),
})
