import { expect, it } from 'vitest'
import { scenarioSchema } from '../../../src/model/scenario.ts'
import { minimalAgent } from '../../support/agent.ts'
import { startServer } from '../server.ts'

const room = scenarioSchema.parse({
  ...{ version: 1, id: 'room', start: [{ match: { exact: 'book' } }], first: 'which' },
  nodes: {
    which: { say: 'Which room?', options: [{ text: 'Blue', goto: 'done' }] },
    done: { say: 'It is yours.', end: 'completed' },
  },
})

async function desk() {
  const { request, managementKey } = await startServer({
    agents: { desk: { ...minimalAgent({ rules: [{ when: ['hello'], say: 'Hi!' }] }), scenarios: [room] } },
  })
  return async (method: string, path: string, body?: unknown, match?: string) => {
    const headers = { authorization: `Bearer ${managementKey}`, ...(match && { 'if-match': `"${match}"` }) }
    const response = await request(method, `/v1/agents/desk/draft${path}`, body, headers)
    return { status: response.status, json: (await response.json()) as Told }
  }
}

interface Told {
  revision: string
  files: { path: string; content: string }[]
  findings: object[]
  errors: object[]
  sections: { fields: { name: string; value: unknown; byDefault: unknown; hint?: string; max?: number }[] }[]
  document: { agent: Record<string, unknown>; scenarios: (typeof room)[] }
  draft: { changes: object[] } | null
}

it('a draft is read and written as files, and what is wrong is told at its line', async () => {
  const call = await desk()
  const { files, revision } = (await call('GET', '/files')).json
  expect(files.map(({ path }) => path)).toEqual(['agent.yaml', 'rules.yaml', 'scenarios/room.yaml'])
  const withText = (path: string, from: string, to: string) => ({
    files: files.map((file) => (file.path === path ? { path, content: file.content.replace(from, to) } : file)),
  })
  const lineOf = (path: string, text: string) =>
    files
      .find((file) => file.path === path)!
      .content.split('\n')
      .findIndex((line) => line.includes(text)) + 1

  const nowhere = withText('scenarios/room.yaml', 'goto: done', 'goto: nowhere')
  const line = lineOf('scenarios/room.yaml', 'goto: done')
  const checked = (await call('POST', '/files/check', nowhere)).json.findings
  expect(checked).toContainEqual(
    expect.objectContaining({
      file: 'scenarios/room.yaml',
      line,
      severity: 'error',
      message: expect.stringContaining('nowhere'),
    }),
  )
  const refused = await call('PUT', '/files', nowhere, revision)
  expect(refused).toMatchObject({
    status: 400,
    json: {
      errors: expect.arrayContaining([
        expect.objectContaining({ path: expect.stringContaining(`scenarios/room.yaml:${line} `) }),
      ]),
    },
  })

  const broken = withText('rules.yaml', 'say: Hi!', 'say: "Hi!')
  expect((await call('POST', '/files/check', broken)).json.findings).toMatchObject([
    { file: 'rules.yaml', severity: 'error' },
  ])
  const odd = { files: [...files, { path: 'notes.txt', content: '' }] }
  expect((await call('POST', '/files/check', odd)).json.findings).toMatchObject([{ file: 'notes.txt', line: 0 }])

  const kept = await call('PUT', '/files', withText('scenarios/room.yaml', 'It is yours.', 'Enjoy it.'), revision)
  expect(kept.json.document.scenarios[0]?.nodes['done']?.say).toBe('Enjoy it.')
  expect(kept.json.draft?.changes).toMatchObject([{ summary: expect.stringContaining('room') }])
  expect((await call('PUT', '/files', { files }, revision)).status).toBe(412)
})

it('the form is that of the chats: its help, its defaults, what is wrong at its field', async () => {
  const call = await desk()
  const { sections, revision } = (await call('GET', '/form')).json
  const field = (name: string) => sections.flatMap(({ fields }) => fields).find((one) => one.name === name)
  expect(field('ai')).toMatchObject({ value: true, byDefault: true })
  expect(field('temperature')).toMatchObject({ hint: '0 (steady) to 1 (varied). Default: the model’s own', value: '' })
  // There is room for all of a prompt.
  expect(field('prompt')?.max).toBeGreaterThan(100_000)

  const wrong = { values: { temperature: 'warm', passages: '99', stream: 'yes', name: '', colour: 'red' } }
  const refused = await call('PATCH', '/form', wrong, revision)
  expect(refused.status).toBe(400)
  expect(refused.json.errors).toMatchObject(
    ['temperature', 'stream', 'name', 'colour'].map((name) => ({ path: `values.${name}` })),
  )
  const tooMany = await call('PATCH', '/form', { values: { passages: '99' } }, revision)
  expect(tooMany.json.errors).toMatchObject([{ path: 'values.passages' }])

  const filled = await call('PATCH', '/form', { values: { name: 'Reception', stream: true } }, revision)
  expect(filled.json.document.agent).toMatchObject({
    displayName: 'Reception',
    autoResponseSettings: { stream: true },
  })
})
