import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { bundleFiles } from '../../../admin/bundles/write.ts'
import { blank } from '../../../admin/commands/blank.ts'
import { proposalFrom } from '../../../admin/proposals/templates.ts'
import { envFile } from '../../../config/env-file.ts'
import { cut } from '../../../lib/cut.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Language } from '../../../lib/language.ts'
import { agentDocumentSchema, defaultModel } from '../../../model/agent.ts'

/** Of a description. */
const mostDescribed = 120

export interface Wanted {
  id: string
  name: string
  does: string
  language: Language
  /** By variable: what was typed, or stood in the environment. */
  keys: Readonly<Record<string, string>>
  /** Variables that are still to be filled in. */
  missing: readonly string[]
}

/** Writes what is wanted below this folder, and nothing over what is there. The paths that were written. Throws 409 `agent_exists`. */
export function write({ id, name, does, language, keys, missing }: Wanted): string[] {
  const folder = join('config', 'agents', id)
  if (existsSync(folder))
    throw new AppError('agent_exists', `${folder} is there already: choose another name, or change its files.`)
  // What `/agent create` proposes without a model: an agent that answers something from the first minute on.
  const { prompt, opening, questions, rules } = proposalFrom(does, language, name)
  const document = agentDocumentSchema.parse({
    agent: {
      ...blank,
      ...{ displayName: name, description: cut(does, mostDescribed) },
      llmSettings: { llm: defaultModel, prompt },
    },
    replies: { opening, openingOptions: questions },
    rules,
    scenarios: [],
    webhooks: [],
  })
  const agent = bundleFiles(document).map(({ path, content }) => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content, { flag: 'wx' })
    return file
  })
  mkdirSync(join(folder, 'knowledge'), { recursive: true })
  return [
    ...agent,
    ...writeKeys({ ...keys, ...Object.fromEntries(missing.map((variable) => [variable, ''])) }),
    ...ignore(),
  ]
}

/** A variable that stands in the file already stays as it is. Nobody but its owner reads the file. */
function writeKeys(keys: Readonly<Record<string, string>>): string[] {
  const before = existsSync(envFile) ? readFileSync(envFile, 'utf8') : ''
  const known = parseEnv(before)
  const lines = Object.entries(keys)
    .filter(([variable]) => known[variable] === undefined)
    .map(([variable, value]) => `${variable}=${quoted(value)}\n`)
  if (lines.length === 0) return []
  appendFileSync(envFile, `${before === '' || before.endsWith('\n') ? '' : '\n'}${lines.join('')}`, { mode: 0o600 })
  chmodSync(envFile, 0o600)
  return [envFile]
}

const quoted = (value: string): string => (/^[\w.:/@+=-]*$/.test(value) ? value : `'${value}'`)

/** Neither keys nor the database belong into a repository. */
function ignore(): string[] {
  if (existsSync('.gitignore')) return []
  writeFileSync('.gitignore', '.env\ndata/\n', { flag: 'wx' })
  return ['.gitignore']
}
