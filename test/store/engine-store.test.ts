import * as vitest from 'vitest'
import { createStore } from '../../src/store/index.ts'
import { createMemoryStore } from '../../src/store/memory.ts'
import { createSearch } from '../../src/store/search.ts'
import { effectSteps } from '../../src/turns/effects.ts'
import { type EngineStoreWorld, testEngineStore } from '../contracts/engine-store.ts'
import { dialect, openDatabase } from '../support/database.ts'
import { makeTempFolder } from '../support/temp-folder.ts'

async function inDatabase(): Promise<EngineStoreWorld> {
  const folder = makeTempFolder()
  const db = await openDatabase(folder.path)
  const store = createStore(db)
  await store.accounts.ensureFirst()
  return {
    store,
    search: createSearch(db),
    async publish({ version, ...agent }) {
      const steps =
        version === 1
          ? store.agents.createSteps({ ...agent, author: 'ann' })
          : store.agents.publishSteps({ ...agent, base: version - 1, author: 'ann' })
      await db.batch(steps)
    },
    async learn(agent, name, passages) {
      const source = { agent, name, sha256: 'ab', mimetype: 'text/plain', bytes: 1 }
      const staged = await store.knowledge.stage(source, new Uint8Array([7]), passages)
      await db.batch(store.knowledge.goLiveSteps(staged, agent, name))
    },
    async commit(key, conversation, effects) {
      await db.batch(effectSteps(store, { key, conversation }, effects))
    },
    async close() {
      await db.close()
      folder.remove()
    },
  }
}

async function inMemory(): Promise<EngineStoreWorld> {
  const store = createMemoryStore()
  return {
    store,
    search: store.search,
    publish: async (agent) => store.publish(agent),
    learn: async (...what) => store.learn(...what),
    commit: async (...what) => store.commit(...what),
  }
}

testEngineStore(dialect, inDatabase, vitest)
testEngineStore('memory', inMemory, vitest)
