import { languageOf } from '../lib/language.ts'
import { moment } from '../lib/moment.ts'
import { plain } from '../lib/quoting.ts'
import type { Inbox } from '../ports/channel.ts'
import { seen } from '../store/turn-seen/shape.ts'
import type { createAddressing } from './addressing.ts'
import type { IntakeParts } from './intake-parts.ts'
import { sentences } from './words/index.ts'

/** Of one message. */
const most = 5

/**
 * What a link of the console leads to, for everybody who sees it: which agent, how it ended and when. Not a word of what was said, and not
 * whose it is: the page itself asks who may read that.
 */
export function createSharedLinks(
  { store, publicUrl }: Pick<IntakeParts, 'store' | 'publicUrl'>,
  { accountOf, isBlocked }: Pick<ReturnType<typeof createAddressing>, 'accountOf' | 'isBlocked'>,
): Inbox['shared'] {
  /** The turn that it is the page of. */
  function turnIn(url: string): string | undefined {
    if (publicUrl === undefined || !URL.canParse(url)) return undefined
    const { origin, pathname } = new URL(url)
    const base = new URL(publicUrl)
    if (origin !== base.origin) return undefined
    const [, id] = /^\/console\/conversations\/([\w-]{1,100})\/?$/.exec(pathname) ?? []
    return id
  }

  async function noteOf(id: string, account: string, language: ReturnType<typeof languageOf>) {
    const turn = await store.turns.byId(id)
    const live = turn && (await store.agents.live(turn.agent))
    if (!turn || live?.account !== account) return undefined
    const { outcome, startedAt } = seen(turn, { good: 0, bad: 0 })
    const name = plain(live.document.agent.displayName, 100)
    const how = sentences.outcomes[outcome][language]
    return { text: sentences.sharedTurn(name, how, moment(startedAt))[language] }
  }

  return async ({ platform, installation, author, urls }) => {
    const account = await accountOf(platform, installation)
    if (account === undefined || (await isBlocked(account, author.uid))) return []
    const language = languageOf(author.locale)
    const told = urls.slice(0, most).map(async (url) => {
      const id = turnIn(url)
      const note = id === undefined ? undefined : await noteOf(id, account, language)
      return note ? [{ url, note }] : []
    })
    return (await Promise.all(told)).flat()
  }
}
