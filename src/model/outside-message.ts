import { z } from 'zod'

/** What a program has an agent say. */
export const outsideMessageSchema = z
  .strictObject({
    to: z
      .string()
      .min(1)
      .max(500)
      .describe(
        'A person by their uid, a place where the agent is bound, or an earlier message by its id: into its thread.',
      ),
    text: z.string().trim().min(1).max(8000).optional().describe('In Markdown.'),
    template: z.string().max(64).optional().describe('A text of the agent (`templates`), in place of `text`.'),
    values: z.record(z.string().max(64), z.union([z.string().max(2000), z.number()])).optional(),
    options: z.array(z.string().trim().min(1).max(80)).max(5).optional().describe('Buttons below it.'),
  })
  .refine(({ text, template }) => (text === undefined) !== (template === undefined), {
    path: ['text'],
    message: 'give either `text` or `template`',
  })
  .refine(({ template, values }) => template !== undefined || values === undefined, {
    path: ['values'],
    message: 'go with `template`',
  })
export type OutsideMessage = z.output<typeof outsideMessageSchema>
