import { z } from 'zod'

const section = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).prefault({} as never)

/** `config/parley.yaml`: the file itself says what its keys mean. */
export const settingsSchema = z.strictObject({
  chat: section({
    channelMode: z.enum(['thread', 'mention', 'all']).default('thread'),
    staleAfterMinutes: z.number().positive().max(1440).default(15),
  }),
  memory: section({
    turns: z.int().min(0).max(200).default(20),
    keepDays: z.number().positive().max(3650).default(30),
  }),
  utterance: section({ maxLength: z.int().min(1).max(100_000).default(8000) }),
  llm: section({
    firstTextSeconds: z.number().positive().max(600).default(20),
    betweenTextsSeconds: z.number().positive().max(600).default(15),
    wholeAnswerSeconds: z.number().positive().max(3600).default(300),
  }),
  queue: section({ perUid: z.int().min(1).max(1000).default(20) }),
  shutdown: section({ graceSeconds: z.number().min(0).max(600).default(10) }),
})
export type Settings = z.infer<typeof settingsSchema>
