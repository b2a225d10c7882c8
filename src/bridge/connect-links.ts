import type { ToolGrantAdmin } from '../admin/tool-grants.ts'
import { AppError } from '../lib/errors.ts'
import type { Language } from '../lib/language.ts'
import { readOrderKey } from '../model/key.ts'
import type { Note } from '../model/message.ts'
import type { Store } from '../store/index.ts'
import type { ToolApprovalRow } from '../store/tool-approvals.ts'
import { sentences } from './words/index.ts'

export interface ConnectLinksParts {
  store: Pick<Store, 'agents'>
  grants: Pick<ToolGrantAdmin, 'standing' | 'link'>
}

/** What whoever is asked for leave is shown alone: a link to the page where they give it, or nothing where it was given meanwhile. */
export function createConnectLinks({ store, grants }: ConnectLinksParts) {
  async function grantOf({ key, arguments: given }: ToolApprovalRow) {
    const { account, agent, uid: person } = readOrderKey(key)
    const { server } = JSON.parse(given) as { server: string }
    const settings = (await store.agents.live(agent))?.document.tools?.servers?.[server]
    return settings?.auth === 'person' ? { account, agent, person, server, url: settings.url } : undefined
  }

  return async (row: ToolApprovalRow, by: string, language: Language): Promise<Note | undefined> => {
    if (row.asks !== 'connect' || row.state !== 'asked') return undefined
    const of = await grantOf(row)
    if (!of) return { text: sentences.expired[language] }
    if ((await grants.standing(of)) === 'given') return undefined
    try {
      const url = await grants.link(of, { by, approval: row.id })
      const label = sentences.connectOpen[language]
      return { text: sentences.connectLink(of.server)[language], links: [{ url, label }] }
    } catch (error) {
      // Nobody can be sent to a page of ours where nobody has said where that is.
      if (!(error instanceof AppError)) throw error
      return { text: typeof error.say === 'string' ? error.say : error.say[language] }
    }
  }
}
