import { atTerminal } from '../../../src/admin/actor.ts'
import { minimalAgent } from '../../support/agent.ts'
import { problemOf, type ServerOptions, startServer, type TestServer } from '../server.ts'

/** The least that an agent can be made of. */
export const settings = {
  displayName: 'Guide',
  description: 'A guide',
  photoUrl: 'https://example.com/guide.png',
  providerName: 'Example',
  scope: 'private',
}

export const webhook = {
  name: 'hook',
  method: 'POST',
  url: 'https://example.com/hook',
  trigger: { triggerType: 0, condition: 0 },
}

export const json = async (response: Response) => (await response.json()) as Record<string, unknown>

type Fields = Record<string, unknown>

/** The management interface of an account that has made an agent before. */
export async function startManagement(options?: ServerOptions) {
  const server = await startServer(options)
  const { manage } = server
  const pathsOf = async (response: Response): Promise<string[]> => {
    const { status, errors } = await problemOf(response)
    if (status !== 400) throw new Error(`the status is ${status}`)
    return ((errors as { path: string }[] | undefined) ?? []).map(({ path }) => path)
  }
  const kept = async (response: Response): Promise<{ agent: Fields; webhooks: Fields[] }> => {
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    const { id } = await json(response)
    return (await json(await manage('GET', `/${id}`))) as never
  }
  return {
    ...server,
    create: (body: Fields) => manage('POST', '', body),
    update: (body: Fields) => manage('PUT', '', body),
    /** What is kept of an agent that is made of the least and these settings. */
    settingsOf: async (more: Fields) =>
      (await kept(await manage('POST', '', { agent: { ...settings, ...more } }))).agent,
    /** What is kept of a webhook that is made of the least and these fields. */
    webhookOf: async (more: Fields) =>
      (await kept(await manage('POST', '', { agent: settings, webhooks: [{ ...webhook, ...more }] }))).webhooks[0]!,
    /** Where the faults are of settings, and of a webhook, that are refused. */
    faultsOfSettings: async (more: Fields) => pathsOf(await manage('POST', '', { agent: { ...settings, ...more } })),
    faultsOfWebhook: async (more: Fields) =>
      pathsOf(await manage('POST', '', { agent: settings, webhooks: [{ ...webhook, ...more }] })),
    pathsOf,
    kept,
  }
}

/** Another account, with an agent `theirs`; its management key. */
export async function secondAccount({ admin, store }: TestServer): Promise<string> {
  await admin.accounts.create({ uid: 'second', name: 'Second' }, atTerminal)
  const document = minimalAgent()
  await store.db.batch(store.agents.createSteps({ id: 'theirs', account: 'second', document, author: 'test' }))
  return (await admin.keys.issue({ account: 'second', kind: 'management', name: 'second' }, atTerminal)).key
}
