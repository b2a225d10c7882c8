import type { Page, Pages } from '../ports/pages.ts'
import type { LinkedMessage } from '../ports/reading.ts'

/** Of one question. */
const maxPages = 3
/** Nobody waits longer for what links lead to. */
const readMs = 12_000

export interface LinksParts {
  /** None where nobody reads pages. */
  pages: Pages | undefined
  /** Whom they are read for. */
  person: string
}

export interface FoundPages {
  found: Page[]
  /** What was not read, a sentence each for the model. */
  unseen: string[]
}

/** What the links lead to. */
export async function readPages(
  links: readonly string[],
  { pages, person }: LinksParts,
  signal: AbortSignal,
): Promise<FoundPages> {
  if (!pages || links.length === 0) return { found: [], unseen: [] }
  const until = AbortSignal.any([signal, AbortSignal.timeout(readMs)])
  const read = async (link: string): Promise<Page | { unread: string }> => {
    try {
      return await pages.read(link, person, until)
    } catch (error) {
      if (signal.aborted || !until.aborted) throw error
      return { unread: 'it took too long' }
    }
  }
  const asked = links.slice(0, maxPages)
  const got = await Promise.all(asked.map(read))
  const lost = got.flatMap((one, i) =>
    'unread' in one ? [`The page ${asked[i]} could not be read: ${one.unread}.`] : [],
  )
  const more = links.slice(maxPages).map((link) => `The page ${link} was not read: at most ${maxPages} are.`)
  return { found: got.filter((one) => 'text' in one), unseen: [...lost, ...more] }
}

const address = /https?:\/\/(?:\([^\s()<>"]*\)|[^\s()<>"'\]|])+/g

/** The addresses in some texts, each once, without those of messages, which are followed otherwise or not at all. */
export function linksIn(
  texts: readonly string[],
  toMessages: (text: string) => readonly Pick<LinkedMessage, 'link'>[],
): string[] {
  const links = texts.flatMap((text) => {
    const others = new Set(toMessages(text).map(({ link }) => link))
    return (text.match(address) ?? [])
      .map((link) => link.replace(/[.,;:!?*_~`]+$/, ''))
      .filter((link) => !others.has(link))
  })
  return [...new Set(links)].filter((link) => URL.canParse(link))
}
