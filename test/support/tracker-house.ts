import { fastify } from 'fastify'
import { onTestFinished } from 'vitest'
import { createSecrets } from '../../src/admin/index.ts'
import { sealTools } from '../../src/admin/tools.ts'
import { newSecret } from '../../src/admin/webhooks.ts'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import { createToolAuth } from '../../src/drivers/mcp/auth.ts'
import { createServerTools } from '../../src/drivers/mcp/index.ts'
import { createWebhookClient } from '../../src/drivers/webhooks/client.ts'
import { createEngine } from '../../src/engine/converse.ts'
import { createToolSource, type ToolSourceParts } from '../../src/engine/tools/servers.ts'
import { createWebhooks } from '../../src/engine/webhooks/index.ts'
import { createSender } from '../../src/engine/webhooks/send.ts'
import { connectRoutes } from '../../src/http/connect-routes.ts'
import { createWrongKeys } from '../../src/http/wrong-keys.ts'
import { freePort } from '../../src/lib/free-port.ts'
import { createLog } from '../../src/lib/log.ts'
import { usualStateLimits } from '../../src/lib/person-state.ts'
import { type AgentDocument, agentDocumentSchema } from '../../src/model/agent.ts'
import type { MaskKind } from '../../src/model/safety.ts'
import type { AgentTools, ToolRules } from '../../src/model/tools.ts'
import { secretContext } from '../../src/ports/secrets.ts'
import type { ToolGrants } from '../../src/ports/tools.ts'
import type { Store } from '../../src/store/index.ts'
import { createToolPayment } from '../../src/turns/spending/tools.ts'
import { minimalAgent } from './agent.ts'
import { type ChatHouse, chatHouse } from './chat-house.ts'
import { type ModelServer, startModelServer } from './model-server.ts'
import { readModels } from './models.ts'
import { tempFolder } from './temp-folder.ts'
import { type Respond, startWebhookServer } from './webhook-server.ts'

export const issue = { title: 'The printer is on fire', urgent: true }

/** What the model does: it wants an issue filed when somebody speaks of a printer, and says what came of each call. */
function teach(models: ModelServer, name: string, wanted: object): void {
  const call = { id: 'call_1', name, arguments: JSON.stringify(wanted) }
  models.server.on({ userMessage: 'printer' }, { content: 'I will file it.', toolCalls: [call] })
  models.server.prependFixture({
    match: {
      predicate: (({ messages }: { messages: { role: string }[] }) => messages.at(-1)?.role === 'tool') as never,
    },
    response: ({ messages }) => ({ content: `The tracker said ${String(messages.at(-1)!.content)}` }),
  })
}

const document = (url: string, tools: AgentTools, settings: { mask: readonly MaskKind[] }): AgentDocument =>
  agentDocumentSchema.parse({
    ...minimalAgent({ agent: { llmSettings: { llm: 'gpt-4o-mini', prompt: 'You file issues.' }, ...settings } }),
    tools,
    webhooks: [
      {
        name: 'tracker',
        method: 'POST',
        url,
        useResponseInPrompt: true,
        trigger: {
          triggerType: 2,
          condition: 0,
          functionCallingName: 'create_issue',
          functionCallingDescription: 'Files an issue in the tracker',
          functionCallingParametersJson:
            '{"type":"object","properties":{"title":{"type":"string"},"urgent":{"type":"boolean"}}}',
        },
      },
    ],
  })

/** Where people come to in a browser, as the server has it. */
async function publicDoor(now: () => number) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const toolAuth = createToolAuth({ allow: ['127.0.0.1'], now })
  onTestFinished(() => toolAuth.close())
  return {
    parts: { toolAuth, console: { url, idleMs: 1, maxMs: 1 } },
    async open({ admin, approvals, log }: ChatHouse) {
      const app = fastify()
      app.removeAllContentTypeParsers()
      app.addContentTypeParser('*', (_request, _payload, done) => done(null))
      const wrongKeys = createWrongKeys({ log, now })
      await connectRoutes(app, { grants: admin.toolGrants, wrongKeys, onConnected: approvals.connected })
      await app.listen({ host: '127.0.0.1', port })
      onTestFinished(() => app.close())
    },
  }
}

/** A house whose agent may file issues with a tracker, where somebody has to agree as `tools` says. */
export async function trackerHouse(
  rules: ToolRules,
  {
    respond,
    wanted = issue,
    now = Date.now,
    servers,
    calls = 'create_issue',
    mask = [],
    reminders = false,
    programs,
    public: isPublic = false,
  }: {
    respond?: Respond
    wanted?: object
    now?: () => number
    servers?: AgentTools['servers']
    calls?: string
    mask?: readonly MaskKind[]
    /** People may have it write by itself; its clock is put forward by the test. */
    reminders?: boolean
    programs?: ToolSourceParts['programs']
    /** People can be sent to its pages in a browser. */
    public?: boolean
  } = {},
) {
  const folder = tempFolder()
  const models = await startModelServer()
  onTestFinished(() => models.stop())
  teach(models, calls, wanted)
  const tracker = await startWebhookServer(respond ?? ((_, response) => void response.end('{"issue":7}')))
  const client = createWebhookClient({ allow: ['127.0.0.1'], now: Date.now })
  onTestFinished(() => client.close())
  const secrets = createSecrets({ dataFolder: folder })
  const mcp = createServerTools({ allow: ['127.0.0.1'], now })
  onTestFinished(() => mcp.close())
  const tools = sealTools({ rules, ...(servers && { servers }) }, undefined, 'test', secrets)!
  const grants: ToolGrants = {
    token: (...of) => house.admin.toolGrants.token(...of),
    wants: (...of) => house.admin.toolGrants.wants(...of),
  }
  const source = createToolSource({ servers: mcp, secrets, grants, ...(programs && { programs }) })
  const engine = (store: Store) =>
    createEngine({
      tools: source,
      pay: createToolPayment({ store, holdMs: 60_000, now, log: createLog('silent') }),
      store,
      llm: createOpenAiLlm({
        models: readModels(),
        endpoints: { all: { baseUrl: models.baseUrl }, providers: {} },
        timeouts: {},
      }),
      find: async () => ({ hits: [] }),
      webhooks: createWebhooks({ send: createSender({ client, store, secrets, now: Date.now }) }),
      levels: [34, 47, 62, 74],
      memoryItems: 10,
      state: usualStateLimits,
      now,
      random: () => 0,
    })
  const agent = {
    document: document(tracker.url, tools, { mask, ...(reminders && { reminders }) }),
    engine,
    tools: source,
  }
  const connecting = isPublic ? await publicDoor(now) : undefined
  const house: ChatHouse = await chatHouse({
    ...{ folder, onFinished: onTestFinished, now, agent },
    ...(reminders && { skipsDays: true as const }),
    ...(connecting && { connecting: connecting.parts }),
  })
  await connecting?.open(house)
  const { store } = house
  const secret = secrets.seal(newSecret(), secretContext('test'))
  await store.db.batch([store.webhookSecrets.addStep('test', 'tracker', secret, Date.now())])
  return { house, models, tracker }
}
