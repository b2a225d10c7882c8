import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAdmin, createSecrets } from '../../admin/index.ts'
import { createKnowledgeParts } from '../../app/parts/knowledge.ts'
import type { StageParts } from '../../app/parts/scenario-test/stage.ts'
import type { Config } from '../../config/index.ts'
import { exceedsTokens } from '../../engine/tokens.ts'
import { createModelNames } from '../../lib/model-names.ts'
import { firstAccount } from '../../store/accounts.ts'
import { createStore } from '../../store/index.ts'
import { openSqlite } from '../../store/sqlite.ts'

/** A house of its own with one agent in it, as its folder makes it; it is gone once it is closed. */
export interface House {
  parts: StageParts
  close(): Promise<void>
}

/** Nothing is called, so that any secret will do. */
const anySecret = new Proxy({}, { get: () => 'secret' })

/** Throws what applying the folder throws. */
export async function openHouse(folder: string, { plans, models, rules, memory, state }: HouseConfig): Promise<House> {
  const data = mkdtempSync(join(tmpdir(), 'parley-scenario-test-'))
  const db = await openSqlite(data)
  const close = async () => {
    await db.close()
    rmSync(data, { recursive: true, force: true })
  }
  try {
    const store = createStore(db)
    const { documents, search, find } = createKnowledgeParts(store, {})
    const secrets = createSecrets({ dataFolder: data })
    const aside = { now: Date.now, sleep: async () => {} }
    const admin = createAdmin({
      store,
      secrets,
      documents,
      search,
      plans,
      exceedsTokens,
      modelNames: createModelNames(models),
      platforms: [],
      keepMemoryMs: memory.keepMs,
      env: anySecret,
      ...aside,
    })
    await store.accounts.ensureFirst()
    const [applied] = await admin.bundles.apply([folder], firstAccount)
    const agent = (await store.agents.live(applied!.id))!
    return { parts: { find, agent, levels: rules.levels, memoryItems: memory.turns * 2, state }, close }
  } catch (error) {
    await close()
    throw error
  }
}

export type HouseConfig = Pick<Config, 'plans' | 'models' | 'rules' | 'memory' | 'state'>
