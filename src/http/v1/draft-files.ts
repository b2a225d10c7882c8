import { z } from 'zod'
import { bundleFiles } from '../../admin/bundles/write.ts'
import { agentFileSchema, type PlacedFault, readDraftFiles, rulesFileSchema } from '../../admin/drafts/files.ts'
import { invalidRequest } from '../../admin/sentences.ts'
import { AppError } from '../../lib/errors.ts'
import { scenarioSchema } from '../../model/scenario.ts'
import { toolsSchema } from '../../model/tools.ts'
import { agentFile, scenarioFile } from '../openapi/file-descriptions.ts'
import { jsonSchemaOf } from '../openapi/json-schema.ts'
import { agentIn, agentPath } from './agents.ts'
import { change, changedSchema, current, reads, writes } from './drafts.ts'
import { operation } from './operation.ts'

const filesSchema = z
  .array(z.strictObject({ path: z.string().max(200), content: z.string().max(1_000_000) }))
  .max(500)
  .describe('`agent.yaml`, `rules.yaml`, `tools.yaml` and `scenarios/….yaml`, as in the folder of an agent.')
const findingSchema = z.object({
  file: z.string(),
  line: z.int().describe('From 1; 0 of a file as a whole.'),
  path: z.string().describe('Inside the file.'),
  message: z.string(),
  severity: z.enum(['error', 'warning']),
})
const url = '/v1/agents/{agent}/draft/files'

const told = ({ file, line, path, message }: PlacedFault) => ({
  path: `${file}:${line} ${path}`.trimEnd(),
  message,
})

/** Made when they are first asked for. */
let schemas: ReturnType<typeof fileSchemas> | undefined

function fileSchemas() {
  const named = new Map<unknown, string>()
  const all = [
    { path: 'agent.yaml', schema: jsonSchemaOf(agentFileSchema, named, agentFile) },
    { path: 'rules.yaml', schema: jsonSchemaOf(rulesFileSchema, named) },
    { path: 'tools.yaml', schema: jsonSchemaOf(toolsSchema, named) },
    { path: 'scenarios/*.yaml', schema: jsonSchemaOf(scenarioSchema, named, scenarioFile) },
  ]
  return all.map(({ path, schema }) => ({ path, schema: JSON.parse(JSON.stringify(schema)) }))
}

/** The draft as the files of an agent's folder, for whoever writes YAML. */
export const draftFileOperations = [
  operation({
    ...{ ...reads, url, id: 'getDraftFiles' },
    summary: 'The draft as the files of an agent’s folder. Secrets read `••••`.',
    answer: z.object({ revision: z.string(), files: filesSchema }),
    etag: ({ revision }) => revision,
    async run(call) {
      const { revision, document } = await current(call)
      return { revision, files: bundleFiles(document) }
    },
  }),
  operation({
    ...{ ...reads, url: `${url}/schemas`, id: 'getFileSchemas' },
    summary: 'What may stand in each of these files, as JSON Schema, for editors.',
    answer: z.object({
      files: z.array(
        z.object({
          path: z.string().describe('`scenarios/*.yaml` is each of that folder.'),
          schema: z.json().describe('JSON Schema (2020-12).'),
        }),
      ),
    }),
    async run() {
      schemas ??= fileSchemas()
      return { files: schemas }
    },
  }),
  operation({
    ...{ ...writes, method: 'PUT', url, id: 'putDraftFiles' },
    summary:
      'Make the draft what these files say. What is wrong is told with its file and line; comments are not kept.',
    body: z.strictObject({ files: filesSchema }),
    answer: changedSchema,
    async run(call) {
      const read = await readDraftFiles(call.body.files)
      if ('faults' in read) throw invalidRequest(read.faults.map(told))
      const placed = (fault: { path: string; message: string }) => told(read.place(fault))
      try {
        const changed = await change(call, 'draft.put', () => read.document)
        return { ...changed, warnings: changed.warnings.map(placed) }
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
        throw invalidRequest(error.faults.map(placed))
      }
    },
  }),
  operation({
    ...{
      method: 'POST',
      tag: 'Drafts',
      scope: 'agents:write',
      path: agentPath,
      url: `${url}/check`,
      id: 'checkDraftFiles',
    },
    summary: 'What would be refused of these files, and what their author should look at. Nothing is changed.',
    body: z.strictObject({ files: filesSchema }),
    answer: z.object({ findings: z.array(findingSchema) }),
    async run(call) {
      const as = (severity: 'error' | 'warning') => (fault: PlacedFault) => ({ ...fault, severity })
      const read = await readDraftFiles(call.body.files)
      if ('faults' in read) return { findings: read.faults.map(as('error')) }
      const { faults, warnings } = await call.house.admin.drafts.check(agentIn(call), call.by, read.document)
      return {
        findings: [...faults.map(read.place).map(as('error')), ...warnings.map(read.place).map(as('warning'))],
      }
    },
  }),
]
