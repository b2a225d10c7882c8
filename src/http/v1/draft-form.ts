import { z } from 'zod'
import { blank } from '../../admin/commands/blank.ts'
import { atValues, type PlainSection, plainForm, withValues } from '../../admin/commands/plain-form.ts'
import { editSections, firstSections, moreSections } from '../../admin/commands/setting-fields.ts'
import { inLanguage } from '../../admin/commands/words/faults.ts'
import { invalidRequest } from '../../admin/sentences.ts'
import { AppError } from '../../lib/errors.ts'
import type { AgentSettings } from '../../model/agent.ts'
import type { Plain } from '../../model/management.ts'
import { agentPath } from './agents.ts'
import { change, changedSchema, current, reads, writes } from './drafts.ts'
import { operation } from './operation.ts'

const valueSchema = z.union([z.string(), z.boolean()])
const fieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.string().optional(),
  kind: z.enum(['text', 'choice', 'switch']),
  optional: z.boolean(),
  max: z.int().optional().describe('Of a text: so many characters.'),
  lines: z.boolean().optional().describe('Of a text: whether it has several lines.'),
  choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  value: valueSchema,
  byDefault: valueSchema.describe('What it is where nobody has said anything of it.'),
})
const sectionSchema = z.object({
  title: z.string(),
  isMore: z.boolean().describe('Less often wanted: forms show it behind *More*.'),
  fields: z.array(fieldSchema),
})
const languageQuery = z.strictObject({ language: z.enum(['en', 'ja']).default('en') })
const url = '/v1/agents/{agent}/draft/form'

/** The settings of an agent by the very fields that the form in a chat has. */
export const draftFormOperations = [
  operation({
    ...{ ...reads, url, id: 'getDraftForm', path: agentPath, query: languageQuery },
    summary: 'The settings of the draft as a form: its fields with help, defaults and choices.',
    answer: z.object({
      revision: z.string(),
      sections: z.array(sectionSchema),
    }),
    etag: ({ revision }) => revision,
    async run(call) {
      const { revision, document } = await current(call)
      const use = { language: call.query.language, parts: { admin: call.house.admin } }
      const settings = { document: document.agent as Plain, blank: blank as Plain }
      const [first, more] = await Promise.all([firstSections, moreSections].map((of) => plainForm(use, of, settings)))
      const marked = (sections: PlainSection[], isMore: boolean) => sections.map((section) => ({ ...section, isMore }))
      return { revision, sections: [...marked(first!, false), ...marked(more!, true)] }
    },
  }),
  operation({
    ...{ ...writes, method: 'PATCH', url, id: 'fillDraftForm', path: agentPath, query: languageQuery },
    summary: 'Change the settings of the draft by the values of the form. Fields that are not named stay.',
    body: z.strictObject({ values: z.record(z.string(), valueSchema) }),
    answer: changedSchema,
    async run(call) {
      try {
        return await change(call, 'agent.edit', (document) => {
          const { values } = call.body
          const settings = withValues(
            editSections,
            document.agent as Plain,
            values,
            invalidRequest,
            call.query.language,
          )
          return { ...document, agent: settings as AgentSettings }
        })
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
        const faults = atValues(editSections, error.faults)
        throw invalidRequest(
          faults.map((fault) => ({ ...fault, message: inLanguage(fault.message, call.query.language) })),
        )
      }
    },
  }),
]
