import type * as Sdk from '@modelcontextprotocol/server'
import { agentIdIn } from '../../store/apart.ts'
import { asAppError, detailOf, logFailure } from '../problems.ts'
import { ask } from './ask.ts'
import type { McpCall, McpParts, McpVisit } from './call.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import { listResources, readResource } from './resources.ts'
import { search } from './search.ts'
import { listTools } from './tools.ts'

const instructions =
  'Each agent of this server answers questions by its tool `ask_…`. Give the `conversation` that an answer came with to go on with it.'

/** Makes the server of one request: it offers what this caller may have, and knows nothing of any other request. */
export function createMcpServers(sdk: typeof Sdk, parts: McpParts) {
  const { store, log, version } = parts

  return (visit: McpVisit): Sdk.Server => {
    const { caller, request, turnedAway } = visit
    const call: McpCall = {
      ...visit,
      parts,
      async agents() {
        const all = await store.agents.list(caller.account)
        return all
          .filter(({ id }) => caller.agent === null || caller.agent === id)
          .map(({ id, head, document }) => ({ id, account: caller.account, version: head, document }))
      },
      async agent(name) {
        const id = agentIdIn(caller.account, name)
        const agent = await store.agents.live(id)
        return agent?.account === caller.account && [null, id].includes(caller.agent) ? agent : undefined
      },
    }
    /** What a caller hears of an error is what every door says of it. */
    const sayOf = (thrown: unknown): string => {
      const error = asAppError(thrown)
      if (error.status >= 500) logFailure(log, request.id, error, thrown)
      const faults = error.faults.map(({ path, message }) => `${path} ${message}.`)
      return [detailOf(error, request), ...faults].join(' ')
    }
    /** Errors of the protocol have no status; `code` says the same. */
    const refused = (error: unknown) => {
      if (sdk.ProtocolError.isInstance(error)) return error
      return new sdk.ProtocolError(sdk.INVALID_PARAMS, sayOf(error), { code: asAppError(error).code })
    }

    const server = new sdk.Server(
      { name: 'parley', title: 'Parley', version },
      { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
    )
    server.setRequestHandler('tools/list', ({ params }) => listTools(call, params?.cursor))
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const [, verb, name] = /^(ask|search)_(.+)$/.exec(params.name) ?? []
      const agent = name === undefined ? undefined : await call.agent(name)
      if (!agent) throw new sdk.ProtocolError(sdk.INVALID_PARAMS, `There is no tool ${JSON.stringify(params.name)}.`)
      request.agent = agent.id
      try {
        if (turnedAway) throw turnedAway
        return await (verb === 'ask' ? ask(call, agent, params, context) : search(call, agent, params))
      } catch (error) {
        return { isError: true, content: [{ type: 'text', text: sayOf(error) }] }
      }
    })
    server.setRequestHandler('resources/list', ({ params }) => listResources(call, params?.cursor))
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
    server.setRequestHandler('resources/read', async ({ params }) => {
      try {
        if (turnedAway) throw turnedAway
        const read = await readResource(call, params.uri)
        if (read) return read
      } catch (error) {
        throw refused(error)
      }
      throw new sdk.ResourceNotFoundError(params.uri)
    })
    server.setRequestHandler('prompts/list', ({ params }) => listPrompts(call, params?.cursor))
    server.setRequestHandler('prompts/get', async ({ params }) => {
      const prompt = await getPrompt(call, params.name)
      if (prompt) return prompt
      throw new sdk.ProtocolError(sdk.INVALID_PARAMS, `There is no prompt ${JSON.stringify(params.name)}.`)
    })
    return server
  }
}
