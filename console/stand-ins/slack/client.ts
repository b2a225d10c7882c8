import { type ClientAction, createClientHandler, type HandleClient } from '../shared/client.ts'
import { isRecord, type Json } from '../shared/json.ts'
import { Mistake } from '../shared/mistake.ts'
import type { Faults } from './faults.ts'
import type { Interactions } from './interactions.ts'
import type { Pages } from './pages.ts'
import type { People } from './people.ts'
import type { Say, Slash, Submit } from './view.ts'
import { type createWorkflow, WORKFLOW } from './workflow.ts'
import type { Workspace } from './workspace.ts'

export function createClient(parts: {
  workspace: Workspace
  people: People
  interactions: Interactions
  pages: Pages
  workflow: ReturnType<typeof createWorkflow>
  faults: Faults
  reconnect: () => void
}): HandleClient {
  const { workspace, people, interactions, pages, workflow, faults, reconnect } = parts

  const actions: Record<string, ClientAction> = {
    'POST messages': {
      strings: ['user', 'channel', 'text'],
      optional: ['thread_ts'],
      run: (body: Say & Json) => ({ ts: people.say({ ...body, ...(body.files && { files: readFiles(body.files) }) }) }),
    },
    'PATCH messages': { strings: ['user', 'channel', 'ts', 'text'], run: people.edit },
    'DELETE messages': { strings: ['user', 'channel', 'ts'], run: people.remove },
    'POST actions': {
      strings: ['user', 'channel', 'ts', 'block_id', 'action_id'],
      optional: ['value'],
      run: interactions.press,
    },
    'POST view-actions': { strings: ['user', 'view', 'block_id', 'action_id'], run: interactions.pressIn },
    'POST shortcuts': { strings: ['user', 'channel', 'ts', 'callback_id'], run: interactions.shortcut },
    'POST stop': { strings: ['user', 'channel', 'thread_ts'], run: people.stopSession },
    'POST commands': { strings: ['user', 'channel', 'command', 'text'], run: command },
    'POST submit': { strings: ['user', 'view'], run: submit },
    'POST suggest': { strings: ['user', 'view', 'block_id', 'action_id', 'value'], run: interactions.suggest },
    'POST upload': { strings: ['user', 'name', 'mimetype', 'base64'], run: interactions.upload },
    'POST close': { strings: ['user', 'view'], run: interactions.close },
    'POST opened': { strings: ['user'], run: people.open },
    'POST reconnect': { strings: [], run: () => reconnect() },
  }

  function command(typed: Slash & Json): unknown {
    return typed.command === WORKFLOW ? workflow.start(typed) : interactions.command(typed)
  }

  /** The page closes the form, or shows what is wrong with it. */
  async function submit(body: Submit & Json): Promise<unknown> {
    if (!isRecord(body.values) || !Object.values(body.values).every(isRecord)) {
      throw new Mistake('values must be objects by block_id and action_id')
    }
    const response = await interactions.submit(body)
    const { response_action, errors } = isRecord(response) ? response : {}
    return response_action === 'errors' ? { response_action, errors } : {}
  }

  return createClientHandler({
    actions,
    faults,
    events: (res, query) => pages.open(res, query.get('user'), query.get('locale')),
    file(id) {
      const found = workspace.files.get(id)
      return found && { type: found.mimetype, bytes: found.bytes }
    },
  })
}

function readFiles(files: unknown): NonNullable<Say['files']> {
  const isFile = (file: unknown): boolean =>
    isRecord(file) && ['name', 'mimetype', 'base64'].every((field) => typeof file[field] === 'string')
  if (!Array.isArray(files) || !files.every(isFile))
    throw new Mistake('files must be an array of {name, mimetype, base64}')
  return files as NonNullable<Say['files']>
}
