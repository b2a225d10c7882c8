import { z } from 'zod'

/** An answer somebody wrote: said when one of `when` is what the person said. */
export const ruleSchema = z.strictObject({
  when: z.array(z.string().min(1).max(400)).min(1),
  say: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
  options: z.array(z.string().min(1)).max(25).optional(),
  topic: z.string().optional(),
  imageUrl: z.url({ protocol: /^https?$/ }).optional(),
  url: z.url({ protocol: /^https?$/ }).optional(),
  state: z.string().optional(),
  extensions: z.json().optional(),
  embededHtml: z.string().optional(),
})
export type Rule = z.infer<typeof ruleSchema>
