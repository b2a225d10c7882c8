import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Applied } from '../../admin/bundles/index.ts'
import { bundleFolders } from '../../admin/bundles/index.ts'
import type { Admin } from '../../admin/index.ts'
import { text } from '../../ports/command-line.ts'
import { agentNameOf } from '../../store/apart.ts'
import { accountOf, accountOption, agentOf, type Command, jsonOption } from '../command.ts'

const folderArgument = {
  name: 'folder',
  about: 'The folder of an agent, or of several; without it config/agents.',
  optional: true,
}

export const bundleCommands: Command[] = [
  {
    name: 'agent apply',
    heading: 'Agents as folders',
    summary: 'Make agents what their folders say.',
    arguments: [folderArgument],
    options: {
      force: { about: 'Also where the agent was edited in another way since; that is lost.' },
      account: accountOption,
      json: jsonOption,
    },
    async run({ admin, given, answer }) {
      const account = accountOf(given)
      const applied = await admin.bundles.apply(foldersOf(given['folder']), account, { force: given['force'] === true })
      answer(applied.map(toldAfter).join('\n') || 'There are no agent folders.', applied)
    },
  },
  {
    name: 'agent export',
    heading: 'Agents as folders',
    summary: 'Write an agent as a folder. Secrets are masked.',
    arguments: [
      { name: 'agent', about: 'The id of the agent.' },
      { name: 'folder', about: 'Where to; without it config/agents/<id>.', optional: true },
    ],
    options: {
      force: { about: 'Also over an agent that is there already; its tests stay.' },
      account: accountOption,
      json: jsonOption,
    },
    async run({ admin, given, answer }) {
      const id = agentOf(given)!
      const actor = { account: accountOf(given), author: 'cli', door: 'cli' } as const
      const folder = text(given['folder']) ?? join(agentsFolder, agentNameOf(id))
      const files = await admin.bundles.export(id, actor, folder, { force: given['force'] === true })
      answer(files.join('\n'), files)
    },
  },
]

/** What applying the folder of an agent, or of several, would change; without one those of config/agents. */
export async function folderDiff(admin: Admin, folder: string | undefined, account: string) {
  const applied = await admin.bundles.diff(foldersOf(folder), account)
  return { text: applied.map(toldBefore).join('\n') || 'There are no agent folders.', applied }
}

const agentsFolder = join('config', 'agents')

/** The folder of an agent, also by its `agent.yaml`; else all those in the folder. */
function foldersOf(given: string | true | undefined): string[] {
  const folder = text(given) ?? agentsFolder
  if (basename(folder) === 'agent.yaml') return [dirname(folder)]
  const inside = bundleFolders(folder).filter((path) => existsSync(join(path, 'agent.yaml')))
  return existsSync(join(folder, 'agent.yaml')) || inside.length === 0 ? [folder] : inside
}

function toldAfter({ id, outcome, difference }: Applied): string {
  switch (outcome) {
    case 'made':
      return `${id}: made`
    case 'updated':
      return `${id}: updated`
    case 'unchanged':
      return `${id}: unchanged`
    case 'kept':
      return `${id}: unchanged, but the agent was edited in another way since. This is what --force would change back:\n${difference}`
    case 'foreign':
      return `${id}: not applied, because an agent of another account has this id`
    case 'edited':
      return `${id}: not applied, because it was edited in another way since. This is what --force would change:\n${difference}`
  }
}

function toldBefore({ id, outcome, difference }: Applied): string {
  switch (outcome) {
    case 'made':
      return `${id}: would be made`
    case 'unchanged':
      return `${id}: unchanged since it was applied`
    case 'foreign':
      return `${id}: an agent of another account has this id`
    case 'updated':
      return `${id}: would be updated\n${difference}`
    case 'kept':
      return `${id}: unchanged, but the agent was edited in another way since; \`parley agent apply --force\` would change back\n${difference}`
    case 'edited':
      return `${id}: was edited in another way since; \`parley agent apply --force\` would change\n${difference}`
  }
}
