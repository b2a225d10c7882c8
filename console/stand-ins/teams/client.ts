import { type ClientAction, createClientHandler, type HandleClient } from '../shared/client.ts'
import type { Json } from '../shared/json.ts'
import type { Faults } from './faults.ts'
import type { Outcome } from './interactions.ts'
import type { Looks } from './looks.ts'
import type { Pages } from './pages.ts'
import type { People } from './people.ts'
import type { Presses } from './presses.ts'
import type { Searches } from './searches.ts'
import type { SignOn } from './sign-on.ts'
import type { World } from './world.ts'

export function createClient(parts: {
  world: World
  people: People
  presses: Presses
  looks: Pick<Looks, 'look'>
  searches: Searches
  signOns: Pick<SignOn, 'signIn'>
  pages: Pages
  faults: Faults
}): HandleClient {
  const { world, people, presses, looks, searches, signOns, pages, faults } = parts
  const at = ['user', 'conversation', 'message']
  const where = ['user', 'conversation']

  /** How it ended is told to the page as an event; what cannot be done at all is the answer. */
  const begun = (act: (body: never) => Promise<Outcome>) => async (body: never) => {
    const outcome = act(body)
    const early = await Promise.race([
      outcome.then(
        () => undefined,
        (error: unknown) => error,
      ),
      new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined))),
    ])
    if (early !== undefined) throw early
    outcome.catch(() => {})
  }

  const actions: Record<string, ClientAction> = {
    'POST messages': { strings: [...where, 'text'], run: (body) => ({ id: people.say(body) }) },
    'PATCH messages': { strings: [...at, 'text'], run: people.edit },
    'DELETE messages': { strings: at, run: people.remove },
    'POST undelete': { strings: at, run: people.undelete },
    'POST actions': { strings: at, run: begun(presses.press) },
    'POST looks': { strings: at, run: begun(looks.look) },
    'POST message-actions': { strings: [...at, 'command'], run: begun(presses.act) },
    'POST suggestions': { strings: [...at, 'title'], run: begun(presses.choose) },
    'POST dialogs': { strings: ['user'], run: begun(presses.submit) },
    'DELETE dialogs': { strings: ['user'], run: ({ user }: Json & { user: string }) => presses.dismiss(user) },
    'POST feedback': { strings: [...at, 'reaction'], run: begun(presses.feedback) },
    'POST consents': { strings: at, run: begun(presses.consent) },
    'POST signins': { strings: at, run: begun(signOns.signIn) },
    'POST stop': { strings: at, run: people.stopStream },
    'POST reactions': { strings: [...at, 'reaction'], run: people.react },
    'POST commands': { strings: [...where, 'title'], run: (body) => ({ id: people.run(body) }) },
    'POST searches': { strings: [...where, 'command'], optional: ['text', 'root'], run: searches.search },
    'POST inserts': {
      strings: [...where, 'found'],
      optional: ['text', 'root'],
      run: (body) => ({ id: searches.insert(body) }),
    },
    'POST installs': { strings: where, run: people.install },
  }

  return createClientHandler({
    actions,
    faults,
    events: (res, query) => pages.open(res, query.get('user'), query.get('locale')),
    file: (id) => {
      const found = world.files.get(id)
      return found && { type: found.type, bytes: Buffer.from(found.base64, 'base64') }
    },
  })
}
