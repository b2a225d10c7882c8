import { z } from 'zod'

/**
 * Who may write into a person's state; each value remembers which of them did. `scenario`: the agent's scenarios, rules and
 * fixed replies, with what a person answers to them. `webhook`: what a scenario saves of a webhook's answer. `admin`:
 * `/agent state set`. `caller`: whoever uses the API. `model`: `#{key:value}` in what a language model writes.
 */
export const stateWriters = ['scenario', 'webhook', 'admin', 'caller', 'model'] as const
export type StateWriter = (typeof stateWriters)[number]

export interface StateValue {
  value: string
  /** Null: from before it was noted. */
  writer: StateWriter | null
}

export const stateTypes = ['text', 'number', 'boolean', 'choice'] as const

/** In characters: what `#{key}` can name. */
export const maxStateKey = 100

const keySchema = z
  .string()
  .regex(/^(?!\s)[^:{}\r\n]+(?<!\s)$/, 'must be a key that #{key} can name: one line without :, { and }')
  .max(maxStateKey)
  .refine((key) => key !== '__proto__', 'cannot be declared')

/** What an agent says of one key. Without a `type` it holds any text; without `writableBy` everybody but the model may write it. */
const declarationSchema = z
  .strictObject({
    /** What it is for. */
    about: z.string().min(1).max(200).optional(),
    type: z.enum(stateTypes).optional(),
    /** Of a `choice`. */
    values: z.array(z.string().min(1).max(200)).min(1).max(100).optional(),
    /** Of a `text`, in characters. */
    maxLength: z.int().min(1).max(8192).optional(),
    writableBy: z.array(z.enum(stateWriters)).min(1).optional(),
  })
  .superRefine(({ type = 'text', values, maxLength }, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (type === 'choice' && !values) fault('values', 'is required when type is choice')
    if (type !== 'choice' && values) fault('values', `has no meaning when type is ${type}`)
    if (type !== 'text' && maxLength !== undefined) fault('maxLength', `has no meaning when type is ${type}`)
  })
export type StateDeclaration = z.infer<typeof declarationSchema>

export const stateDeclarationsSchema = z.record(keySchema, declarationSchema)
export type StateDeclarations = z.infer<typeof stateDeclarationsSchema>

/** How much is kept of one person with one agent. Bytes are those of UTF-8, of keys and values together. */
export interface StateLimits {
  maxBytes: number
  maxKeys: number
  /** Of one value. */
  maxValueBytes: number
}

/**
 * Why something was not written. `not_writable`: its writer may not write this key. `held`: a model does not take the place of a
 * value that guards read and somebody else has written. `not_of_type`: it is no value of the key's type. `ill_formed`: half a
 * surrogate pair, or NUL, which no database keeps alike. `too_large`: one of the limits, or the key's own.
 */
export type StateRefusal = 'not_writable' | 'held' | 'not_of_type' | 'ill_formed' | 'too_large'
