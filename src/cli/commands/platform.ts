import { atTerminal } from '../../admin/actor.ts'
import { agentNotFound } from '../../admin/sentences.ts'
import type { Config } from '../../config/index.ts'
import { closest } from '../../lib/closest.ts'
import { AppError } from '../../lib/errors.ts'
import type { AgentDocument } from '../../model/agent.ts'
import { contextReaches, type PlaceReads, readPlaceReads, sayPlaceReads } from '../../model/context.ts'
import type { Place, PlatformId } from '../../model/message.ts'
import { text, usage } from '../../ports/command-line.ts'
import type { Platform } from '../../ports/platform.ts'
import { firstAccount } from '../../store/accounts.ts'
import type { Binding } from '../../store/places.ts'
import { type Command, type FileCall, type FileCommand, jsonOption, type LineContext } from '../command.ts'
import { open } from '../open.ts'

const modes: readonly Binding['mode'][] = ['mention', 'thread', 'all', 'listen']

/** `parley <platform> …`: what it brings itself, and who answers where, which is the same for all of them. */
export function platformCommands(
  { id: platform, words, commands, setup }: Platform,
  platforms: readonly Platform[],
): (Command | FileCommand)[] {
  const { title, one } = words
  const place = { name: 'place', about: words.place }

  async function placeOf(name: string): Promise<Place> {
    const found = (await setup()).place(name)
    if (found === undefined) throw usage(`${name} is no place in ${title}. Write it as ${words.place}`)
    return found
  }

  return [
    ...commands.map((command) => ({
      ...command,
      name: `${platform} ${command.name}`,
      options: { ...command.options, json: jsonOption },
      async look({ given, config, answer }: FileCall) {
        const { text, value } = await command.run({
          given,
          settings: () => config().platforms[platform],
          section: () => config().sections[platform] ?? {},
          publicUrl: () => config().env['PUBLIC_URL'],
          agent: (id) => publishedOf(id, config(), platforms),
        })
        answer(text, value)
        return true
      },
    })),
    {
      name: `${platform} use`,
      summary: `Bind a ${one}, channel or thread to an agent; the narrowest binding counts.`,
      arguments: [
        place,
        { name: 'agent', about: `Its id. It has to belong to the account that the ${one} belongs to.` },
      ],
      options: {
        mode: { about: 'What it answers there; mention without it.', value: 'MODE', choices: modes },
        context: {
          about: 'How far it looks around a message there; as the agent says without it.',
          value: 'REACH',
          choices: contextReaches,
        },
        reads: {
          about:
            'What of that it reads there: "messages=50 hours=24 programs=no files=pdf,text size=5", each optional.',
          value: 'WHAT',
        },
        json: jsonOption,
      },
      async run({ store, admin, given, answer }) {
        const [name, id] = [text(given['place'])!, text(given['agent'])!]
        const bound = await placeOf(name)
        const mode = modes.find((mode) => mode === given['mode']) ?? 'mention'
        const context = contextReaches.find((reach) => reach === given['context']) ?? null
        const reads = readsOf(text(given['reads']))
        await bind({ store, admin }, { platform, name, place: bound, agent: id, mode, context, reads })
        const looks = context === null ? '' : ` It looks as far as: ${context}.`
        const told = { place: name, agent: id, mode, ...(context !== null && { context }), ...(reads && { reads }) }
        answer(`${id} is bound to ${platform}:${name} from now on; its mode there is ${mode}.${looks}`, told)
      },
    },
    {
      name: `${platform} unuse`,
      summary: `Take the binding of a ${one}, channel or thread away.`,
      arguments: [place],
      options: { json: jsonOption },
      async run({ store, admin, given, answer }) {
        const name = text(given['place'])!
        const binding = await store.places.at(await placeOf(name))
        const entry = { action: 'agent.unuse', agent: binding?.agent, summary: `${platform} ${name}` }
        const was =
          binding !== undefined &&
          (await admin.audit.commit({ ...atTerminal, account: binding.account }, entry, [
            store.places.unbindStep(binding.place),
          ])) !== undefined
        answer(was ? `${name} is bound to no agent any more.` : `${name} was bound to no agent.`, { place: name, was })
      },
    },
  ]
}

/** The data folder is open only meanwhile. */
async function publishedOf(id: string, config: Config, platforms: readonly Platform[]): Promise<AgentDocument> {
  const { store, close } = await open(config, platforms, { info() {}, warn() {} })
  try {
    const agent = await store.agents.live(id)
    if (!agent) throw agentNotFound()
    return agent.document
  } finally {
    await close()
  }
}

interface Bound {
  platform: PlatformId
  /** As people write the place. */
  name: string
  place: Place
  agent: string
  mode: Binding['mode']
  context?: Binding['context']
  reads?: PlaceReads | undefined
}

function readsOf(said: string | undefined): PlaceReads | undefined {
  const reads = said === undefined ? undefined : readPlaceReads(said)
  if (said !== undefined && !reads)
    throw usage(
      `--reads "${said}" cannot be read. Say, each optional: "messages=50 hours=24 programs=no files=pdf,text size=5".`,
    )
  return reads
}

/** From now on this agent answers there. */
export async function bind({ store, admin }: Pick<LineContext, 'store' | 'admin'>, bound: Bound): Promise<void> {
  const { platform, name, place, agent: id, mode, context = null, reads } = bound
  const agent = await store.agents.live(id)
  if (!agent) throw agentNotFound(closest(id, await store.agents.ids(firstAccount)))
  const [installation] = name.split('/')
  const owner = await store.places.accountOf(platform, installation!)
  if (owner !== undefined && owner !== agent.account) {
    throw new AppError('forbidden', `${installation} belongs to the account ${owner}, ${id} to ${agent.account}.`)
  }
  const { account } = agent
  const said = reads && sayPlaceReads(reads)
  const entry = {
    action: 'agent.use',
    agent: id,
    summary: [`${platform} ${name}: ${mode}`, ...(context ? [`context ${context}`] : []), ...(said ? [said] : [])].join(
      ', ',
    ),
  }
  await admin.audit.commit({ ...atTerminal, account }, entry, [
    store.places.bindStep({
      ...{ place, account, agent: id, mode, context, bound_by: atTerminal.author },
      reads: reads ? JSON.stringify(reads) : null,
    }),
  ])
}
