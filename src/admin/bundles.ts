import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { AppError, type Fault } from '../errors.ts'
import { type AgentDocument, agentDocumentSchema, agentIdSchema } from '../model/agent.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { Store } from '../store/index.ts'
import { versions } from '../store/versions.ts'
import { readYaml } from '../yaml.ts'
import { type ExceedsTokens, promptFaults } from './body.ts'
import { createWebhookSecrets, sealWebhooks, webhookFaults } from './webhooks.ts'

/** `agent.yaml`: the document without its rules. The id is the folder's name unless it says otherwise. */
const agentFileSchema = agentDocumentSchema
  .omit({ rules: true, scenarios: true })
  .extend({ id: agentIdSchema.optional() })
/** `rules.yaml`, which may be missing. */
const rulesFileSchema = agentDocumentSchema.shape.rules.unwrap()

/** How a version says that it came from a folder. */
const author = 'folder'

/** Who hears of what was done, and of what was not. */
export interface Notices {
  info(about: object, text: string): void
  warn(about: object, text: string): void
}

export interface Bundles {
  /**
   * Publishes every agent folder inside `folder` that has changed since it was last applied, as agents of `account`. An
   * agent that somebody edited in another way since stays as it is, with a warning; one that was deleted is made again. Throws one `AppError`
   * `invalid_agent_folder` with the faults of all folders, and then applies none.
   */
  apply(folder: string, account: string, log: Notices): Promise<void>
}

interface Bundle {
  id: string
  file: string
  document: AgentDocument
  /** Of what the files mean: a comment changes nothing. */
  hash: string
}

export interface BundleParts {
  store: Store
  secrets: Secrets
  exceedsTokens: ExceedsTokens
}

export function createBundles({ store, secrets, exceedsTokens }: BundleParts): Bundles {
  const history = versions(store.db)
  const changeSecrets = createWebhookSecrets({ store, secrets })

  async function read(folder: string): Promise<Bundle | { faults: Fault[] }> {
    const file = join(folder, 'agent.yaml')
    const rulesFile = join(folder, 'rules.yaml')
    const agent = readYaml(file, agentFileSchema)
    const rules = existsSync(rulesFile) ? readYaml(rulesFile, rulesFileSchema, []) : { value: [] }
    const faults = [agent, rules].flatMap((part) => ('faults' in part ? part.faults : []))
    if (!('value' in agent) || !('value' in rules)) return { faults }

    const { id = basename(folder), ...rest } = agent.value
    const document: AgentDocument = { ...rest, rules: rules.value, scenarios: [] }
    const more = [
      ...(await promptFaults(document.agent.llmSettings, exceedsTokens)),
      ...webhookFaults(document.webhooks, []),
    ]
    if (!agentIdSchema.safeParse(id).success) {
      more.push({ path: 'id', message: 'is needed, because the name of the folder cannot be an id' })
    }
    if (more.length > 0) return { faults: more.map(({ path, message }) => ({ path: `${file} ${path}`, message })) }
    return { id, file, document, hash: createHash('sha256').update(JSON.stringify(document)).digest('hex') }
  }

  async function applyOne({ id, file, document, hash }: Bundle, account: string, log: Notices) {
    const live = await store.agents.live(id)
    if (!live) {
      const sealed = { ...document, webhooks: sealWebhooks(document.webhooks, [], id, secrets) }
      const { steps } = changeSecrets(id, document.webhooks, [])
      const create = store.agents.createSteps({ id, account, document: sealed, author, bundleHash: hash })
      if (await store.db.batch([...create, ...steps]))
        log.info({ agent: id, file }, 'an agent was made from its folder')
      return
    }
    if ((await store.agents.bundleHash(id)) === hash) return
    const [head] = await history.list(id)
    if (live.account !== account || head?.author !== author) {
      log.warn({ agent: id, file }, 'an agent folder was not applied, because the agent was edited in another way')
      return
    }
    const kept = live.document.webhooks
    const sealed = { ...document, webhooks: sealWebhooks(document.webhooks, kept, id, secrets) }
    const { steps } = changeSecrets(id, document.webhooks, kept)
    const publish = store.agents.publishSteps({ id, base: live.version, document: sealed, author, bundleHash: hash })
    // Void when another process has just done the same.
    if (await store.db.batch([...publish, ...steps]))
      log.info({ agent: id, file }, 'an agent was updated from its folder')
  }

  return {
    async apply(folder, account, log) {
      const bundles: Bundle[] = []
      const faults: Fault[] = []
      for (const path of foldersIn(folder)) {
        const bundle = await read(path)
        if ('faults' in bundle) faults.push(...bundle.faults)
        else if (bundles.some(({ id }) => id === bundle.id)) {
          faults.push({ path: `${bundle.file} id`, message: `${bundle.id} is the id of another folder's agent` })
        } else bundles.push(bundle)
      }
      if (faults.length > 0) {
        throw new AppError('invalid_agent_folder', 'There are faults in the agent folders:', { status: 500, faults })
      }
      for (const bundle of bundles) await applyOne(bundle, account, log)
    },
  }
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => join(folder, entry.name))
    .sort()
}
