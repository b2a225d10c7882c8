import { setTimeout as sleep } from 'node:timers/promises'
import type { Notices } from '../admin/bundles/apply-all.ts'
import { notInChat } from '../admin/commands/handovers.ts'
import { createCommands } from '../admin/commands/index.ts'
import { agreeOnKey, createAdmin, createSecrets } from '../admin/index.ts'
import { prepare, starterIn } from '../admin/prepare.ts'
import type { RunReplay } from '../admin/replay.ts'
import { createKnowledgeParts } from '../app/parts/knowledge.ts'
import { createModels } from '../app/parts/models.ts'
import { createServerTools, createToolAuth, programsOf } from '../app/parts/server-tools.ts'
import { createWebhookCaller } from '../app/parts/webhook-caller.ts'
import type { Config } from '../config/index.ts'
import { exceedsTokens } from '../engine/tokens.ts'
import { createToolSource } from '../engine/tools/servers.ts'
import { createPriceBook } from '../lib/price-book.ts'
import type { Platform } from '../ports/platform.ts'
import { firstAccount } from '../store/accounts.ts'
import { createStore } from '../store/index.ts'
import { openDatabase } from '../store/open.ts'
import { createNotices } from '../turns/notices.ts'
import { consoleAddress, testByServer } from './running-server.ts'

/** The house a command works in: the data folder of the configuration, also beside a server that runs on it. */
export async function open(config: Config, platforms: readonly Platform[], log: Notices) {
  const db = await openDatabase(config)
  try {
    const store = createStore(db)
    const secrets = createSecrets({ dataFolder: config.dataFolder, keys: config.secretKeys })
    // Whoever comes with another key would seal what the server cannot read.
    if (config.databaseUrl) await agreeOnKey({ store, keys: secrets.keys, alone: false })
    const { plans } = config
    const { llm, modelNames } = createModels(config)
    const { documents, search, find, close: closeReaders } = createKnowledgeParts(store, config)
    const toolAuth = createToolAuth({ allow: config.webhooks.allow, now: Date.now })
    const admin = createAdmin({
      toolAuth,
      store,
      secrets,
      documents,
      search,
      plans,
      exceedsTokens,
      prices: createPriceBook(config.models),
      models: llm.model,
      modelNames,
      offered: llm.offered,
      platforms,
      keepMemoryMs: config.memory.keepMs,
      stateLimits: config.state,
      env: config.env,
      starter: starterIn(config),
      async endTurn(eventId) {
        await store.inbox.cancel(eventId, 'deleted')
        await createNotices(db).tell({ cancelled: { eventId, why: 'deleted' } })
      },
      dataFolder: config.dataFolder,
      console: {
        ...config.console,
        // Looked up by whoever wants a link: most commands want none.
        get url() {
          return consoleAddress(config)
        },
      },
      mayCall: (url) => caller.mayCall(url),
      now: Date.now,
      sleep: (ms) => sleep(ms),
    })
    // A new folder begins as it would with a server. A server does so at each start; a command leaves it to it.
    if (!(await store.accounts.get(firstAccount))) await prepare({ store, admin, config, log })
    const caller = createWebhookCaller({ store, secrets, allow: config.webhooks.allow, now: Date.now })
    const servers = createServerTools({ allow: config.webhooks.allow, now: Date.now })
    const source = createToolSource({ servers, secrets, grants: admin.toolGrants, programs: programsOf(config) })
    const close = async () => {
      await caller.close()
      await servers.close()
      await toolAuth.close()
      closeReaders()
      await db.close()
    }
    const { send } = caller
    const beside = { store, log: { warn: log.warn, error: log.warn } }
    // The engine is loaded with the first draft that is tried out: most commands try none.
    const tryOut = async () => {
      const { tryOutOf } = await import('../app/parts/try-out.ts')
      return tryOutOf(config, { ...beside, drafts: admin.drafts, find, send, tools: source })
    }
    const replay: RunReplay = async (wish) => {
      const { replayOf } = await import('../app/parts/replay.ts')
      return replayOf(config, { ...beside, drafts: admin.drafts, admin, find })(wish)
    }
    const commands = createCommands({
      replay,
      now: Date.now,
      admin,
      store,
      handOver: async () => {
        throw notInChat()
      },
      async test(what) {
        const byServer = await testByServer(config, what)
        return byServer ? { ...byServer, by: 'server' } : { ...(await (await tryOut()).test(what)), by: 'shell' }
      },
      alike: async (what) => (await tryOut()).alike(what),
      propose: async (what) => (await tryOut()).propose(what),
      toolsOf: async (what) => (await tryOut()).toolsOf(what),
      // Owners are asked in chat.
      decideCall: async () => 'over',
      // A terminal shows no pictures.
      draw: async () => undefined,
      mayCall: caller.mayCall,
      tryWebhook: async (what) => (await tryOut()).tryWebhook(what),
    })
    return { store, admin, secrets, commands, send, source, replay, close }
  } catch (error) {
    await db.close()
    throw error
  }
}
