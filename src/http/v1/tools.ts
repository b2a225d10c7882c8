import { z } from 'zod'
import { toolsSchema } from '../../model/tools.ts'
import { change, changedSchema, current, reads, writes } from './drafts.ts'
import { operation } from './operation.ts'

const url = '/v1/agents/{agent}/tools'
const tag = 'Tools'

/** Servers of tools, and what is allowed of each tool. Programs of the operator stand in no document, so that no caller can name one. */
export const toolOperations = [
  operation({
    ...{ ...reads, tag, url, id: 'getTools' },
    summary: 'The servers of tools of the draft, and what is allowed of each tool. Secrets read `••••`.',
    answer: z.object({ revision: z.string(), tools: toolsSchema }),
    etag: ({ revision }) => revision,
    async run(call) {
      const { revision, document } = await current(call)
      return { revision, tools: document.tools ?? {} }
    },
  }),
  operation({
    ...{ ...writes, method: 'PUT', tag, url, id: 'putTools' },
    summary:
      'Make these the tools of the draft. Secrets that read `••••` stay as they are while their URL keeps its origin.',
    body: toolsSchema,
    answer: changedSchema,
    run: (call) => change(call, 'tool.put', (document) => ({ ...document, tools: call.body })),
  }),
]
