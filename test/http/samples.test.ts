import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { OpenApi } from '../../src/http/openapi/document.ts'
import { type Sample, samplesOf } from '../../src/http/openapi/samples.ts'
import { startServer } from './server.ts'

const run = promisify(execFile)
const has = (program: string) => spawnSync(program, ['--version']).status === 0
const programs = {
  curl: ['bash', '-c'],
  TypeScript: [process.execPath, '--input-type=module', '-e'],
  Python: ['python3', '-c'],
} as const satisfies Record<Sample['language'], readonly [string, ...string[]]>

async function samples() {
  const server = await startServer()
  const document = (await (await server.request('GET', '/openapi.json')).json()) as OpenApi
  const of = (path: string, method: string) =>
    samplesOf(path, method, document.paths[path]![method]!, document.components.schemas)
  return { server, document, of }
}

it.runIf(has('python3') && has('curl'))('each language asks what the page says, and is answered', async () => {
  const { server, of } = await samples()
  const { url, managementKey, conversationKey } = server
  for (const [path, method, key] of [
    ['/v1/agents', 'get', managementKey],
    ['/api', 'post', conversationKey],
  ] as const) {
    for (const { language, text } of of(path, method)) {
      const [program, ...before] = programs[language]
      const said = language === 'curl' ? text.replace('curl ', "curl -s -w ' %{http_code}' ") : text
      const env = { ...process.env, PARLEY_URL: url, PARLEY_KEY: key, NO_PROXY: '*' }
      const { stdout } = await run(program, [...before, said], { env })
      expect(stdout, `${language} ${path}`).toMatch(/(^|\s)200(\s|$)/)
      expect(stdout).toContain(path === '/api' ? 'bestResponse' : '"guide"')
    }
  }
})

it('all of them can be read by their languages', async () => {
  const { document, of } = await samples()
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) => of(path, method)),
  )
  const texts = (language: Sample['language']) => all.filter((one) => one.language === language).map(({ text }) => text)
  execFileSync('bash', ['-n'], { input: texts('curl').join('\n') })
  for (const text of texts('TypeScript')) expect(() => new Function(`return async () => {${text}\n}`)).not.toThrow()
  if (!has('python3')) return
  const check = 'import json,sys\nfor one in json.load(sys.stdin): compile(one, "sample", "exec")'
  execFileSync('python3', ['-c', check], { input: JSON.stringify(texts('Python')) })
  expect(all.length).toBeGreaterThan(150)
})
