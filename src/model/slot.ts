import { z } from 'zod'
import { saySchema } from './say.ts'

const textsSchema = z.union([z.string().min(1).max(100), z.array(z.string().min(1).max(100)).min(1)])

export const slotNameSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/, 'must be 1 to 40 characters of A-Z, a-z, 0-9 and _, beginning with a letter')

const slotTypes = [
  'text',
  'number',
  'money',
  'date',
  'time',
  'datetime',
  'duration',
  'email',
  'phone',
  'url',
  'choice',
  'yesno',
  'name',
  'file',
  'pattern',
] as const
export type SlotType = (typeof slotTypes)[number]

/** Which types a key of a slot means something to; all, where it is not named. */
const meantFor: Readonly<Record<string, readonly SlotType[]>> = {
  min: ['number', 'money', 'date', 'time', 'datetime', 'duration'],
  max: ['number', 'money', 'date', 'time', 'datetime', 'duration', 'text'],
  future: ['date', 'datetime'],
  past: ['date', 'datetime'],
  currency: ['money'],
  country: ['phone'],
  values: ['choice'],
  pattern: ['pattern'],
}

/** Something that a scenario needs to know. It is heard wherever it is said, checked, and forgotten when the scenario ends. */
export const slotSchema = z
  .strictObject({
    type: z.enum(slotTypes),
    /** Several of them, as a JSON list. */
    list: z.boolean().optional(),
    /** What people call it; the slot's name unless said otherwise. */
    label: saySchema.optional(),
    /** The question. */
    ask: saySchema.optional(),
    /** The answer to “why do you ask?”. */
    why: saySchema.optional(),
    /** What is said when a value will not do, before it is asked for again. */
    invalid: saySchema.optional(),
    /** Bounds, both included: a number, a day like `2026-12-24` or `today`, a time like `09:00`, a duration like `30m`; of a text its characters. */
    min: z.union([z.number(), z.string().min(1)]).optional(),
    max: z.union([z.number(), z.string().min(1)]).optional(),
    /** Not before now, or not after. */
    future: z.boolean().optional(),
    past: z.boolean().optional(),
    /** ISO 4217: what an amount without a currency is in; another one will not do. */
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be a currency like USD, EUR or JPY')
      .optional(),
    /** ISO 3166: whose telephone numbers need no country code. */
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be a country like US, GB or JP')
      .optional(),
    /** What may be chosen, each with other words for it. */
    values: z
      .union([
        z.array(z.string().min(1).max(100)).min(1),
        z
          .record(z.string().min(1).max(100), z.union([textsSchema, z.array(z.never())]))
          .refine((it) => Object.keys(it).length > 0, 'must hold at least one value'),
      ])
      .optional(),
    /** RE2 syntax. */
    pattern: z.string().min(1).max(1000).optional(),
    /** Words before it, or Japanese particles behind it, by which it is told from others: `from`, `から`. */
    cues: textsSchema.optional(),
    /** Slots that it depends on: when one of them changes it is asked for anew. */
    needs: z.union([slotNameSchema, z.array(slotNameSchema).min(1)]).optional(),
  })
  .superRefine((slot, context) => {
    const fault = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message })
    for (const [key, types] of Object.entries(meantFor)) {
      const isSet = slot[key as keyof typeof slot] !== undefined
      if (isSet && !types.includes(slot.type))
        fault(key, `has no meaning for a slot of the type ${slot.type}: only for ${types.join(', ')}`)
    }
    if (slot.type === 'choice' && slot.values === undefined) fault('values', 'must say what may be chosen')
    if (slot.type === 'pattern' && slot.pattern === undefined) fault('pattern', 'must be a regular expression')
    if (slot.future && slot.past) fault('past', 'cannot be together with future')
  })
export type Slot = z.infer<typeof slotSchema>

/** A slot that is filled. */
export interface SlotValue {
  /** As programs read it: `40`, `2026-11-24T15:00+09:00`, `PT2H30M`, `yes`; a list as JSON. */
  value: string
  /** Of money: ISO 4217. */
  currency?: string
  /** Of files: what they say, as far as they could be read. */
  text?: string
  /** Where it comes from: the sentence that began the scenario, a later one, a button, another scenario, or what a model read in one. */
  by: 'start' | 'said' | 'chosen' | 'given' | 'model'
}

export type SlotValues = Readonly<Record<string, SlotValue>>
