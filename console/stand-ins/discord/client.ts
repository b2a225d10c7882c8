import { type ClientAction, createClientHandler, type HandleClient } from '../shared/client.ts'
import type { Json } from '../shared/json.ts'
import { Mistake } from '../shared/mistake.ts'
import type { Actions } from './actions.ts'
import type { Faults } from './faults.ts'
import type { Pages } from './pages.ts'
import type { People } from './people.ts'
import type { GatewayAction } from './view.ts'
import type { World } from './world.ts'

export function createClient(parts: {
  world: World
  people: People
  actions: Actions
  pages: Pages
  faults: Faults
  gateway: Record<GatewayAction, () => void>
}): HandleClient {
  const { world, people, actions, pages, faults, gateway } = parts
  const at = ['user', 'channel', 'message']
  const quiet = (run: (body: never) => unknown) => (body: never) => void run(body)

  const table: Record<string, ClientAction> = {
    'POST messages': { strings: ['user', 'channel', 'content'], run: (body) => ({ id: people.say(body) }) },
    'PATCH messages': { strings: [...at, 'content'], run: people.edit },
    'DELETE messages': { strings: at, run: people.remove },
    'POST threads': { strings: ['user', 'channel', 'name'], run: (body) => ({ id: people.startThread(body) }) },
    'POST guilds': { strings: ['user'], run: (body) => ({ id: people.addServer(body) }) },
    'POST components': { strings: [...at, 'custom_id'], run: quiet(actions.use) },
    'POST commands': { strings: ['user', 'channel', 'name'], run: quiet(actions.run) },
    'POST autocomplete': {
      strings: ['user', 'channel', 'name', 'focused'],
      run: async (body) => ({ choices: await actions.autocomplete(body) }),
    },
    'POST modals': { strings: ['user'], run: quiet(actions.submit) },
    'DELETE modals': { strings: ['user'], run: ({ user }: Json & { user: string }) => actions.dismiss(user) },
    'POST typing': { strings: ['user', 'channel'], run: people.type },
    'POST reactions': { strings: [...at, 'emoji'], run: people.react },
    'POST gateway': { strings: ['action'], run: ({ action }: Json & { action: string }) => act(action) },
  }

  function act(action: string): void {
    if (!Object.hasOwn(gateway, action)) throw new Mistake(`There is nothing like ${action} to do to the gateway`)
    gateway[action as GatewayAction]()
  }

  return createClientHandler({
    actions: table,
    faults,
    events: (res, query) => pages.open(res, query.get('user'), query.get('locale')),
    file: (id) => world.files.get(id),
  })
}
