import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { Environment } from '../../config/environment.ts'
import type { Fault } from '../../lib/errors.ts'
import { type Read, readYaml } from '../../lib/yaml/index.ts'
import { type AgentDocument, agentDocumentSchema } from '../../model/agent.ts'
import { agentIdSchema } from '../../model/agent-id.ts'
import { toolsSchema } from '../../model/tools.ts'
import { type SettingChecks, settingFaults } from '../body.ts'
import { checkScenarios, surroundingsOf } from '../scenarios/check.ts'
import type { Finding } from '../scenarios/finding.ts'
import { readScenarios, scenarioFilesIn } from '../scenarios/folder.ts'
import type { Shows } from '../scenarios/options.ts'
import { withHeaders } from '../tools.ts'

/** `agent.yaml`: the document without what has files of its own. The id is the folder's name unless it says otherwise. */
const agentFileSchema = agentDocumentSchema
  .omit({ rules: true, scenarios: true, tools: true })
  .extend({ id: agentIdSchema.optional() })
/** What of it is looked at beyond its shape, also where its shape is wrong elsewhere. */
const settingsPartSchema = z.looseObject({ agent: z.looseObject({}).optional() })
/** `rules.yaml` and `tools.yaml`, which may be missing. */
const rulesFileSchema = agentDocumentSchema.shape.rules.unwrap()

/** An agent as a folder says it. */
export interface Bundle {
  id: string
  folder: string
  document: AgentDocument
  /** What the agent knows, from `knowledge/`. */
  knowledge: { name: string; sha256: string; bytes: Uint8Array }[]
  /** What its author should look at. */
  warnings: Fault[]
  /** Of what the files mean: a comment changes nothing. */
  hash: string
}

export interface BundleReaderParts extends SettingChecks {
  /** Where `${NAME}` in the value of an `authHeaders` entry is looked up. */
  env: Environment
  /** Whose limits the options of scenarios are held against. */
  platforms: readonly Shows[]
}

/** Reads the folder of an agent, or says everything that is wrong with it, each with its file and line. */
export function createBundleReader({ env, platforms, ...checks }: BundleReaderParts) {
  return async (folder: string): Promise<Bundle | { faults: Fault[] }> => {
    const file = join(folder, 'agent.yaml')
    const rulesFile = join(folder, 'rules.yaml')
    const toolsFile = join(folder, 'tools.yaml')
    const faults: Fault[] = []
    const found = <T>(read: Read<T>): T | undefined => {
      if ('value' in read) return read.value
      faults.push(...read.faults)
      return undefined
    }
    const at = (path: string, message: string) => faults.push({ path: `${file} ${path}`, message })

    const agent = found(readYaml(file, agentFileSchema))
    const settings = readYaml(file, settingsPartSchema)
    if ('value' in settings) {
      for (const { path, message } of await settingFaults(settings.value.agent ?? {}, checks)) {
        faults.push({ path: `${file}:${settings.lineOf(path.split('.'))} ${path}`, message })
      }
    }
    const rules = existsSync(rulesFile) ? found(readYaml(rulesFile, rulesFileSchema, [])) : []
    const tools = existsSync(toolsFile) ? found(readYaml(toolsFile, toolsSchema)) : null
    const { files, findings } = readScenarios(scenarioFilesIn(folder))
    if (!agent || !rules || tools === undefined || findings.length > 0)
      return { faults: [...faults, ...findings.map(faultOf)] }

    const { id = basename(folder), ...rest } = agent
    if (!agentIdSchema.safeParse(id).success) {
      at('id', 'is needed, because the name of the folder cannot be an id')
    }
    const filledIn = (value: string, isMissing: (message: string) => void) =>
      value.replace(/\$\{(\w+)\}/g, (_, name: string) => {
        const secret = env[name]?.trim()
        if (!secret) isMissing(`needs ${name}, which is not set in the environment`)
        return secret ?? ''
      })
    const webhooks = rest.webhooks.map((webhook, i) => ({
      ...webhook,
      ...(webhook.authHeaders && {
        authHeaders: webhook.authHeaders.map(({ key, value }, j) => ({
          key,
          value: filledIn(value, (message) => at(`webhooks[${i}].authHeaders[${j}].value`, message)),
        })),
      }),
    }))
    const opened = withHeaders(tools ?? undefined, (server, { key, value }) =>
      filledIn(value, (message) => faults.push({ path: `${toolsFile} servers.${server}.headers ${key}`, message })),
    )
    if (faults.length > 0) return { faults }

    const document: AgentDocument = {
      ...rest,
      ...(opened && { tools: opened }),
      webhooks,
      rules,
      scenarios: files.map(({ scenario }) => scenario),
    }
    const checked = checkScenarios(files, surroundingsOf(document), platforms)
    const errors = checked.filter(({ severity }) => severity === 'error')
    if (errors.length > 0) return { faults: errors.map(faultOf) }
    const knowledge = filesIn(join(folder, 'knowledge')).map((path) => {
      const bytes = readFileSync(path)
      return { name: basename(path), sha256: createHash('sha256').update(bytes).digest('hex'), bytes }
    })
    return { id, folder, document, knowledge, warnings: checked.map(faultOf), hash: hashOf(document, knowledge) }
  }
}

/** With the code that `docs/scenarios.md` explains. */
function faultOf({ code, path, message }: Finding): Fault {
  return { path, message: code === 'S000' ? message : `${message} (${code})` }
}

function hashOf(document: AgentDocument, knowledge: Bundle['knowledge']): string {
  const sources = knowledge.map(({ name, sha256 }) => [name, sha256])
  // As it was before there were scenarios and knowledge, where there are none: nothing is published anew for that.
  const { scenarios, ...rest } = document
  const meaning = {
    ...rest,
    ...(scenarios.length > 0 && { scenarios }),
    ...(sources.length > 0 && { knowledge: sources }),
  }
  return createHash('sha256').update(JSON.stringify(meaning)).digest('hex')
}

/** The files in a folder that may be missing, in the order of their names. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(folder, entry.name))
    .sort()
}

/** The agent folders in a folder of them. */
export function bundleFolders(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => join(folder, entry.name))
    .sort()
}
