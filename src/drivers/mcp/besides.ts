import type { Client } from '@modelcontextprotocol/client'

/** In what a server says of its prompts. */
const maxPrompts = 50
const maxSaid = 200

type Options = Parameters<Client['listTools']>[1]

type Listed = Awaited<ReturnType<Client['listTools']>>['tools'][number]
export type Besides = Pick<Listed, 'name' | 'description' | 'inputSchema'>

/** Named as the methods of the protocol that they are. */
const [listed, read, got] = ['resources/list', 'resources/read', 'prompts/get'] as const
const names: readonly string[] = [listed, read, got]

export const isBesides = (name: string): boolean => names.includes(name)

/**
 * What a server has besides its tools, as functions of it, so that the same rules hold: resources are read by their addresses, and
 * prompts are texts that it has ready. Which resources there are may change at any time, and is asked; which prompts there are is a
 * part of what an admin agrees to.
 */
export async function besidesOf(client: Client, options: Options): Promise<Besides[]> {
  const { resources, prompts } = client.getServerCapabilities() ?? {}
  const all = prompts ? (await client.listPrompts(undefined, options)).prompts : []
  return [
    ...(resources ? resourceFunctions : []),
    ...(all.length > 0 ? [promptFunction(all.slice(0, maxPrompts), all.length)] : []),
  ]
}

const uri = { type: 'string', description: 'As the list names it, or made after one of its patterns' }
const resourceFunctions: readonly Besides[] = [
  {
    name: listed,
    description: 'Lists the resources that can be read there: their addresses, and what each is.',
    inputSchema: { type: 'object', properties: {} },
  },
  {
    name: read,
    description: 'Reads one resource.',
    inputSchema: { type: 'object', properties: { uri }, required: ['uri'] },
  },
]

type Prompt = Awaited<ReturnType<Client['listPrompts']>>['prompts'][number]

function promptFunction(prompts: readonly Prompt[], total: number): Besides {
  const lines = prompts.map(({ name, description, arguments: wanted = [] }) => {
    const given = wanted.map(({ name, required }) => (required ? name : `${name} (may be left out)`))
    return `${name}: ${(description ?? '').slice(0, maxSaid)}${given.length > 0 ? ` Arguments: ${given.join(', ')}.` : ''}`
  })
  const more = total > prompts.length ? [`${total - prompts.length} more are left out.`] : []
  const name = { type: 'string', enum: prompts.map(({ name }) => name) }
  const texts = { type: 'object', additionalProperties: { type: 'string' } }
  return {
    name: got,
    description: ['Gets one of the texts that are kept ready there:', ...lines, ...more].join('\n'),
    inputSchema: { type: 'object', properties: { name, arguments: texts }, required: ['name'] },
  }
}

/** What one of them gives, as text. Throws what the client throws. */
export async function callBesides(
  client: Client,
  name: string,
  input: Readonly<Record<string, unknown>>,
  options: Options,
): Promise<string> {
  if (name === listed) return resourceList(client, options)
  if (name === read) {
    const { contents } = await client.readResource({ uri: String(input['uri']) }, options)
    return contents.map(contentText).join('\n')
  }
  const given = input['arguments'] as Record<string, string> | undefined
  const { messages } = await client.getPrompt(
    { name: String(input['name']), ...(given && { arguments: given }) },
    options,
  )
  return messages
    .map(
      ({ role, content }) =>
        `${role}: ${content.type === 'resource' ? contentText(content.resource) : spoken(content)}`,
    )
    .join('\n\n')
}

async function resourceList(client: Client, options: Options): Promise<string> {
  const none = { resourceTemplates: [] }
  const [{ resources }, { resourceTemplates }] = await Promise.all([
    client.listResources(undefined, options),
    // Many servers have no patterns, and say that they know no such method.
    client.listResourceTemplates(undefined, options).catch(() => none),
  ])
  const about = ({ name, description, mimeType }: Pick<Resource, 'name' | 'description' | 'mimeType'>) =>
    [name, description, mimeType && `(${mimeType})`].filter(Boolean).join(' ')
  return [
    ...resources.map((one) => `${one.uri}: ${about(one)}`),
    ...resourceTemplates.map((one) => `pattern ${one.uriTemplate}: ${about(one)}`),
  ].join('\n')
}

type Resource = Awaited<ReturnType<Client['listResources']>>['resources'][number]
type Content = Awaited<ReturnType<Client['readResource']>>['contents'][number]

/** Of what is no text it is said what it is. */
function contentText(content: Content): string {
  if ('text' in content) return content.text
  const bytes = Math.floor((content.blob.length * 3) / 4)
  return `[${content.mimeType ?? 'data'}, about ${bytes} bytes]`
}

const spoken = (content: { type: string; text?: unknown }): string =>
  typeof content.text === 'string' ? content.text : `[${content.type}]`
