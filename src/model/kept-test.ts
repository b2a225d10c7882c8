import { z } from 'zod'

/** What an agent is to say to somebody who has said nothing before: kept with it, and looked at before it is published. */
export const keptTestSchema = z.strictObject({
  said: z.string().min(1).max(2000),
  says: z.string().max(8000),
  options: z.array(z.string().max(2000)).max(25).optional(),
})
export type KeptTest = z.infer<typeof keptTestSchema>

/** One answer a question: keeping another one puts it in its place. */
export const keptTestsSchema = z.array(keptTestSchema).max(1000)
