import { expect, it } from 'vitest'
import { agentFile, scenarioFile } from '../../../src/http/openapi/file-descriptions.ts'
import type { JsonSchema } from '../../../src/http/openapi/json-schema.ts'
import { startServer } from '../server.ts'

/** What stands at a path of a description. */
function at(schema: JsonSchema | undefined, path: string): JsonSchema | undefined {
  let found = schema
  for (const step of path.match(/\[\]|[^.[\]]+/g) ?? []) {
    const { items, properties, additionalProperties: any } = found ?? {}
    if (step === '[]') found = items
    else found = step === '*' && typeof any === 'object' ? any : properties?.[step]
  }
  return found
}

it('tells what may stand in each file of an agent, and says of each key that is described what it means', async () => {
  const { request, managementKey } = await startServer()
  const response = await request('GET', '/v1/agents/guide/draft/files/schemas', undefined, {
    'x-api-key': managementKey,
  })
  const { files } = (await response.json()) as { files: { path: string; schema: JsonSchema }[] }
  const schemas = new Map(files.map(({ path, schema }) => [path, schema]))
  expect([...schemas.keys()]).toEqual(['agent.yaml', 'rules.yaml', 'tools.yaml', 'scenarios/*.yaml'])
  for (const [file, descriptions] of [
    ['agent.yaml', agentFile],
    ['scenarios/*.yaml', scenarioFile],
  ] as const) {
    for (const [path, text] of Object.entries(descriptions)) {
      expect([path, at(schemas.get(file), path)?.description]).toEqual([path, text])
    }
  }
  expect(at(schemas.get('agent.yaml'), 'agent.scope')?.enum).toEqual(['public', 'private'])
  expect(at(schemas.get('rules.yaml'), '[].when')?.type).toBe('array')
})
