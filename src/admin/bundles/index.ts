import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Environment } from '../../config/environment.ts'
import { AppError, type Fault } from '../../lib/errors.ts'
import type { AgentVersion } from '../../model/agent.ts'
import type { KnowledgeSource } from '../../model/knowledge.ts'
import type { PlatformFacts } from '../../ports/platform.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { agentIdIn } from '../../store/apart.ts'
import type { Store } from '../../store/index.ts'
import { versions } from '../../store/versions.ts'
import { type Actor, byFolder } from '../actor.ts'
import type { AgentAdmin } from '../agents.ts'
import type { Audit } from '../audit.ts'
import type { SettingChecks } from '../body.ts'
import type { KnowledgeAdmin, KnowledgeChange } from '../knowledge/index.ts'
import { logLine } from '../log-lines.ts'
import { summaryOf } from '../summary.ts'
import { sealTools, toolFaults } from '../tools.ts'
import { createWebhookSecrets, maskWebhooks, sealWebhooks, webhookFaults } from '../webhooks.ts'
import { difference } from './difference.ts'
import { type Bundle, bundleFolders, createBundleReader } from './read.ts'
import { type BundleFile, bundleFiles } from './write.ts'

/** What of a folder is the agent. */
const folderParts = ['agent.yaml', 'rules.yaml', 'tools.yaml', 'scenarios', 'knowledge']
/** How a version says that it came from a folder. */
const { author } = byFolder

/** Agents as folders: `agent.yaml`, `rules.yaml`, `tools.yaml`, `scenarios/*.yaml`, `knowledge/*`. */
export interface Bundles {
  /**
   * Makes the agents of `account` what their folders say, one by one: a folder that is faulty holds up no other. A folder
   * that means what it meant when it was last applied is left alone, and so is an agent that somebody edited in another way
   * since, unless `force` is set. Once the sound ones are applied, each told to `onApplied`, it throws one
   * `AppError` `invalid_agent_folder` with the faults of all the others.
   */
  apply(
    folders: readonly string[],
    account: string,
    options?: { force?: boolean; onApplied?: (applied: Applied) => void },
  ): Promise<Applied[]>
  /**
   * Makes one more agent of what a folder says, once: from then on it is the account's own, and the folder is nothing to it. False
   * where there is no such folder; throws as `apply` does.
   */
  copy(folder: string, id: string, account: string): Promise<boolean>
  /** What `apply` would change. */
  diff(folders: readonly string[], account: string): Promise<Applied[]>
  /**
   * Writes an agent as a folder that gives the same agent again, but for its secrets, which are masked. Over an agent that is
   * there already only by `force`; its `tests/` stay.
   */
  export(id: string, actor: Actor, folder: string, options?: { force?: boolean }): Promise<string[]>
}

export interface Applied {
  id: string
  folder: string
  /**
   * `edited`: not applied, because the agent was edited in another way since. `kept`: so was this one, but its folder has not
   * changed since. `foreign`: the id is another account's.
   */
  outcome: 'made' | 'updated' | 'unchanged' | 'edited' | 'kept' | 'foreign'
  /** From the agent that is live to what its folder says, as a patch. Secrets read `••••`. */
  difference: string
  /** What the folder's author should look at. */
  warnings: readonly Fault[]
}

export interface BundleParts extends SettingChecks {
  store: Store
  secrets: Secrets
  agents: Pick<AgentAdmin, 'get'>
  knowledge: Pick<KnowledgeAdmin, 'planSources' | 'removeStep' | 'tidy' | 'list' | 'content'>
  audit: Audit
  env: Environment
  platforms: readonly PlatformFacts[]
  now: () => number
}

export function createBundles(parts: BundleParts): Bundles {
  const { store, secrets, agents, knowledge, audit } = parts
  const history = versions(store.db)
  const changeSecrets = createWebhookSecrets(parts)
  const readBundle = createBundleReader(parts)

  /** A folder beside the agent it is about. */
  interface Planned {
    bundle: Bundle
    live: AgentVersion | undefined
    /** What the agent knows now. */
    sources: readonly KnowledgeSource[]
    outcome: Applied['outcome']
  }

  /** What the sound ones of some folders mean, and what is wrong with the others. */
  async function plan(folders: readonly string[], account: string): Promise<{ planned: Planned[]; faults: Fault[] }> {
    const planned: Planned[] = []
    const faults: Fault[] = []
    for (const folder of folders) {
      const found = await readBundle(folder)
      if ('faults' in found) {
        faults.push(...found.faults)
        continue
      }
      const bundle = { ...found, id: agentIdIn(account, found.id) }
      const file = join(folder, 'agent.yaml')
      if (planned.some(({ bundle: { id } }) => id === bundle.id)) {
        faults.push({ path: `${file} id`, message: `${bundle.id} is the id of another folder's agent` })
        continue
      }
      const live = await store.agents.live(bundle.id)
      const wrong = [
        ...webhookFaults(bundle.document.webhooks, live?.document.webhooks ?? [], bundle.document.scenarios),
        ...toolFaults(bundle.document.tools, live?.document.tools),
      ]
      faults.push(...wrong.map(({ path, message }) => ({ path: `${file} ${path}`, message })))
      if (wrong.length > 0) continue
      const sources = live ? await store.knowledge.list(bundle.id) : []
      planned.push({ bundle, live, sources, outcome: await outcomeOf(bundle, live, sources, account) })
    }
    return { planned, faults }
  }

  async function outcomeOf(
    { id, hash }: Bundle,
    live: AgentVersion | undefined,
    sources: readonly KnowledgeSource[],
    account: string,
  ): Promise<Applied['outcome']> {
    if (!live) return 'made'
    if (live.account !== account) return 'foreign'
    const before = await store.agents.bundle(id)
    const [head] = await history.list(id)
    const isEdited = head?.author !== author || linesOf(sources) !== before?.sources
    if (before?.hash === hash) return isEdited ? 'kept' : 'unchanged'
    return isEdited ? 'edited' : 'updated'
  }

  /** False when another process has just done the same. */
  async function publish(
    { bundle, live, sources }: Planned,
    known: KnowledgeChange,
    account: string,
  ): Promise<boolean> {
    const { id, document, hash } = bundle
    const kept = live?.document.webhooks ?? []
    const tools = sealTools(document.tools, live?.document.tools, id, secrets)
    const webhooks = sealWebhooks(document.webhooks, kept, id, secrets)
    const sealed = { ...document, ...(tools && { tools }), webhooks }
    const { steps } = await changeSecrets(id, document.webhooks, kept)
    const version = { id, document: sealed, author, bundle: { hash, sources: linesOf(bundle.knowledge) } }
    const publish = live
      ? store.agents.publishSteps({ ...version, base: live.version })
      : store.agents.createSteps({ ...version, account })
    const gone = sources.filter(({ name }) => !bundle.knowledge.some((file) => file.name === name))
    const forget = gone.map(({ name }) => knowledge.removeStep(id, name))
    const learned = bundle.knowledge
      .filter(({ sha256 }) => !sources.some((source) => source.sha256 === sha256))
      .map(({ name }) => logLine('document/learned', { name }))
    const left = gone.map(({ name }) => logLine('document/unlearned', { name }))
    const entry = {
      action: live ? 'agent.update' : 'agent.create',
      agent: id,
      summary: [summaryOf(live?.document, sealed), ...learned, ...left].join('\n'),
    }
    const done = await audit.commit({ ...byFolder, account }, entry, [...publish, ...steps, ...known.steps, ...forget])
    if (!done) await known.giveUp()
    return done !== undefined
  }

  /** Reads the knowledge of a folder. */
  async function readKnowledge({ id, folder, knowledge: files }: Bundle): Promise<KnowledgeChange> {
    try {
      return await knowledge.planSources(id, files)
    } catch (error) {
      if (!(error instanceof AppError) || error.faults.length === 0) throw error
      throw faulty(error.faults.map(({ path, message }) => ({ path: join(folder, 'knowledge', path), message })))
    }
  }

  const told = async ({ bundle, live, sources, outcome }: Planned): Promise<Applied> => ({
    id: bundle.id,
    folder: bundle.folder,
    outcome,
    difference:
      outcome === 'foreign'
        ? ''
        : await difference(filesOf(live?.document, sources), filesOf(bundle.document, bundle.knowledge)),
    warnings: bundle.warnings,
  })

  return {
    async apply(folders, account, { force = false, onApplied = () => {} } = {}) {
      const { planned, faults } = await plan(folders, account)
      const changes = ({ outcome }: Planned) =>
        outcome === 'made' || outcome === 'updated' || (force && (outcome === 'edited' || outcome === 'kept'))
      const applied: Applied[] = []
      for (const one of planned) {
        try {
          if (!changes(one)) applied.push(await told(one))
          else {
            const done = await publish(one, await readKnowledge(one.bundle), account)
            const outcome = !done ? 'unchanged' : one.live ? 'updated' : 'made'
            applied.push({ ...(await told(one)), outcome })
          }
          onApplied(applied.at(-1)!)
        } catch (error) {
          if (!(error instanceof AppError) || error.faults.length === 0) throw error
          faults.push(...error.faults)
        }
      }
      await knowledge.tidy()
      if (faults.length > 0) throw faulty(faults)
      return applied
    },

    async copy(folder, id, account) {
      if (!existsSync(join(folder, 'agent.yaml'))) return false
      const read = await readBundle(folder)
      if ('faults' in read) throw faulty(read.faults)
      const bundle = { ...read, id }
      return publish({ bundle, live: undefined, sources: [], outcome: 'made' }, await readKnowledge(bundle), account)
    },

    async diff(folders, account) {
      const { planned, faults } = await plan(folders, account)
      if (faults.length > 0) throw faulty(faults)
      return Promise.all(planned.map(told))
    },

    async export(id, actor, folder, { force = false } = {}) {
      const { document } = await agents.get(id, actor)
      const files: { path: string; content: string | Uint8Array }[] = bundleFiles(document)
      for (const { name } of await knowledge.list(id, actor)) {
        files.push({ path: join('knowledge', fileNameOf(name)), content: await knowledge.content(id, name, actor) })
      }
      const taken = folderParts.map((part) => join(folder, part)).filter(existsSync)
      if (taken.length > 0 && !force) {
        throw new AppError(
          'folder_not_empty',
          `${taken[0]} is there already. Export into an empty folder, or use --force.`,
        )
      }
      for (const part of taken) await rm(part, { recursive: true })
      for (const { path, content } of files) {
        const file = join(folder, path)
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, content)
      }
      return files.map(({ path }) => join(folder, path))
    },
  }
}

/** What is no text of ours is told by its hash. */
function filesOf(document: AgentVersion['document'] | undefined, sources: readonly Source[]): BundleFile[] {
  if (!document) return []
  return [
    ...bundleFiles({ ...document, webhooks: maskWebhooks(document.webhooks) }),
    ...sources.map(({ name, sha256 }) => ({ path: `knowledge/${name}`, content: `sha256 ${sha256}\n` })),
  ]
}

type Source = Pick<KnowledgeSource, 'name' | 'sha256'>

/** Equal for equal knowledge. */
function linesOf(sources: readonly Source[]): string {
  return sources
    .map(({ name, sha256 }) => `${sha256} ${name}`)
    .sort()
    .join('\n')
}

/** A title of pasted text need not be a name that every file system takes. */
function fileNameOf(name: string): string {
  const safe = name.replace(/[\\/:*?"<>|]/g, '_').replace(/^\.+/, '_')
  return /\.\w{1,5}$/.test(safe) ? safe : `${safe}.md`
}

function faulty(faults: Fault[]): AppError {
  return new AppError('invalid_agent_folder', 'There are faults in the agent folders:', { status: 500, faults })
}

export { bundleFolders }
