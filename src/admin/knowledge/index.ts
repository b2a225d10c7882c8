import { createHash } from 'node:crypto'
import { AppError, type Fault } from '../../lib/errors.ts'
import { passagesOf } from '../../lib/passages.ts'
import { createRests } from '../../lib/slices.ts'
import type { Hit, KnowledgeSource, Passage } from '../../model/knowledge.ts'
import type { Documents } from '../../ports/documents.ts'
import type { Search } from '../../ports/search.ts'
import type { Store } from '../../store/index.ts'
import type { NewSource } from '../../store/knowledge.ts'
import type { Step } from '../../store/statement.ts'
import type { Actor } from '../actor.ts'
import type { AgentAdmin } from '../agents.ts'
import type { Audit } from '../audit.ts'
import { logLine } from '../log-lines.ts'
import * as sentences from './sentences.ts'

/** A file as it was uploaded, or text that was pasted: then `name` is its title. */
export type KnowledgeFile = { name: string } & ({ bytes: Uint8Array } | { text: string })

export const maxFileBytes = 10 * 1024 * 1024
export const maxPassages = 10_000
const maxName = 200

export interface Added {
  source: KnowledgeSource
  /** False when it was there already. */
  changed: boolean
  /** What was accepted but will not work as one might think. */
  warnings: Fault[]
}

/** What is needed to change what an agent knows, worked out beforehand. */
export interface KnowledgeChange {
  steps: Step[]
  warnings: Fault[]
  /** To be called when the steps were void, or never run. */
  giveUp(): Promise<void>
}

/** What agents know, as their account's admins see and change it. `AppError`s of agents are those of `AgentAdmin`. */
export interface KnowledgeAdmin {
  /**
   * Reads a file and makes it findable, in place of the one of that name. The same bytes under the same name change nothing.
   * 400 `document_unreadable`, `document_too_large`, `invalid_knowledge_name`.
   */
  add(agent: string, file: KnowledgeFile, actor: Actor): Promise<Added>
  /** By their names. */
  list(agent: string, actor: Actor): Promise<KnowledgeSource[]>
  /** What a source was made from, byte by byte. 404 `knowledge_not_found`. */
  content(agent: string, name: string, actor: Actor): Promise<Uint8Array>
  /** 404 `knowledge_not_found`. */
  remove(agent: string, name: string, actor: Actor): Promise<void>
  /** What the agent would find for a question, best first, whatever its threshold. */
  search(agent: string, text: string, actor: Actor, limit?: number): Promise<Hit[]>
  /**
   * Reads files and puts their passages in place, and returns the steps that make them findable, for a batch together with
   * the agent itself, which may not be there yet. Files that are known unchanged take no step. After the batch `tidy` is due.
   * Throws one `AppError` `invalid_knowledge` with a fault for each file that cannot be read.
   */
  planSources(agent: string, files: readonly KnowledgeFile[]): Promise<KnowledgeChange>
  /** Takes a source away as part of a batch, which is void when there is none of that name. */
  removeStep(agent: string, name: string): Step
  /** Removes for good what was replaced, removed, or never finished. */
  tidy(): Promise<void>
}

export interface KnowledgeAdminParts {
  store: Store
  agents: AgentAdmin
  audit: Audit
  documents: Documents
  search: Search
}

export function createKnowledgeAdmin(parts: KnowledgeAdminParts): KnowledgeAdmin {
  const { store, agents, audit, documents, search } = parts
  const { knowledge } = store

  /** The source a file makes, and its passages; undefined when it is known already. */
  async function read(agent: string, file: KnowledgeFile): Promise<Ready | undefined> {
    const name = file.name.trim()
    if (name === '' || name.length > maxName || /\p{Cc}/u.test(name)) throw sentences.invalidName(maxName)
    const bytes = 'bytes' in file ? file.bytes : Buffer.from(file.text)
    if (bytes.byteLength > maxFileBytes) throw sentences.fileTooLarge(name, maxFileBytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if ((await knowledge.find(agent, name))?.sha256 === sha256) return undefined
    // Pasted text is text, whatever it begins with.
    const document = 'bytes' in file ? await documents.read({ name, bytes }) : pasted(name, file.text)
    const passages: Passage[] = []
    const rest = createRests()
    for (const passage of passagesOf(document.text)) {
      if (passages.push(passage) > maxPassages) throw sentences.tooManyPassages(name, maxPassages)
      const others = rest()
      if (others) await others
    }
    const { mimetype } = document
    return { source: { agent, name, sha256, mimetype, bytes: bytes.byteLength }, bytes, passages }
  }

  async function stage(ready: readonly Ready[]): Promise<Omit<KnowledgeChange, 'warnings'>> {
    const ids: string[] = []
    const steps: Step[] = []
    for (const { source, bytes, passages } of ready) {
      const id = await knowledge.stage(source, bytes, passages)
      ids.push(id)
      steps.push(...knowledge.goLiveSteps(id, source.agent, source.name))
      await search.settle(passages.length)
    }
    return { steps, giveUp: () => knowledge.giveUp(ids) }
  }

  async function tidy(): Promise<void> {
    const removed = await knowledge.sweep()
    if (removed > 0) await search.settle(removed)
  }

  return {
    async add(agent, file, actor) {
      const { document } = await agents.get(agent, actor)
      const warnings = document.agent.knowledge?.knowledgeDataStore?.useKnowledgeDataStore ? [] : [sentences.notUsed]
      const ready = await read(agent, file)
      if (ready) {
        const { steps, giveUp } = await stage([ready])
        const summary = addedLine(ready)
        const entry = { action: 'knowledge.add', agent, summary }
        const own = knowledge.ownerStep(agent, actor.account)
        const done = await audit.commit(actor, entry, [own, ...steps]).catch(async (error) => {
          await giveUp()
          throw error
        })
        if (!done) {
          await giveUp()
          throw sentences.changedMeanwhile()
        }
        await tidy()
      }
      const source = await knowledge.find(agent, file.name.trim())
      if (!source) throw sentences.changedMeanwhile()
      return { source, changed: ready !== undefined, warnings }
    },

    async list(agent, actor) {
      await agents.get(agent, actor)
      return knowledge.list(agent)
    },

    async content(agent, name, actor) {
      await agents.get(agent, actor)
      const content = await knowledge.content(agent, name)
      if (!content) throw sentences.notFound(name)
      return content
    },

    async remove(agent, name, actor) {
      await agents.get(agent, actor)
      const entry = { action: 'knowledge.remove', agent, summary: `"${name}"` }
      const done = await audit.commit(actor, entry, [knowledge.removeStep(agent, name)])
      if (!done) throw sentences.notFound(name)
      await tidy()
    },

    async search(agent, text, actor, limit = 5) {
      await agents.get(agent, actor)
      return search.query(agent, text, limit)
    },

    async planSources(agent, files) {
      const ready: Ready[] = []
      const faults: Fault[] = []
      for (const file of files) {
        try {
          const one = await read(agent, file)
          if (one) ready.push(one)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          faults.push({ path: file.name, message: error.message })
        }
      }
      if (faults.length > 0) throw sentences.invalidKnowledge(faults)
      return { ...(await stage(ready)), warnings: sentences.twins(ready.map(({ source }) => source)) }
    },

    removeStep: knowledge.removeStep,
    tidy,
  }
}

interface Ready {
  source: NewSource
  bytes: Uint8Array
  passages: Passage[]
}

function addedLine({ source: { name, bytes, sha256 }, passages }: Ready): string {
  return passages.length === 1
    ? logLine('knowledge.add/one', { name, bytes, sha256 })
    : logLine('knowledge.add', { name, bytes, passages: passages.length, sha256 })
}

function pasted(name: string, text: string): { mimetype: string; text: string } {
  if (text.trim() === '') throw sentences.nothingPasted(name)
  return { mimetype: 'text/markdown', text }
}
