import type { ToolGrantAdmin } from '../admin/tool-grants.ts'
import { AppError } from '../lib/errors.ts'
import type { Language } from '../lib/language.ts'
import { readOrderKey } from '../model/key.ts'
import type { Note, Press } from '../model/message.ts'
import type { Store } from '../store/index.ts'
import type { ToolApprovalRow } from '../store/tool-approvals.ts'
import type { ChannelOf } from './context.ts'
import { sentences } from './words/index.ts'

export interface ConnectLinksParts {
  store: Pick<Store, 'agents'>
  grants: Pick<ToolGrantAdmin, 'standing' | 'link'>
  channelOf: ChannelOf
}

/** Whose leave is asked for there, and whether a platform knows them for that server; undefined: nobody's any more. */
export async function askedLeave({ agents }: Pick<Store, 'agents'>, { key, arguments: given }: ToolApprovalRow) {
  const { account, agent, uid: person } = readOrderKey(key)
  const { server } = JSON.parse(given) as { server: string }
  const settings = (await agents.live(agent))?.document.tools?.servers?.[server]
  if (settings?.auth !== 'person') return undefined
  return { of: { account, agent, person, server, url: settings.url }, sso: settings.sso }
}

/**
 * What whoever is asked for leave is shown alone: a link to the page where they give it, or that their platform signs them in; nothing
 * where it was given meanwhile.
 */
export function createConnectLinks({ store, grants, channelOf }: ConnectLinksParts) {
  /** Undefined: it is by a page that they give leave. */
  function signOn(approval: string, { of, sso }: NonNullable<Awaited<ReturnType<typeof askedLeave>>>, press: Press) {
    if (sso?.platform !== press.platform) return undefined
    return channelOf(press)?.signOn?.takes(of.url)
      ? { text: sentences.signsOn(of.server), signOn: { approval } }
      : { text: sentences.noSignOn(of.server) }
  }

  return async (row: ToolApprovalRow, press: Press, language: Language): Promise<Note | undefined> => {
    if (row.asks !== 'connect' || row.state !== 'asked') return undefined
    const asked = await askedLeave(store, row)
    if (!asked) return { text: sentences.expired[language] }
    const { of } = asked
    if ((await grants.standing(of)) === 'given') return undefined
    const here = signOn(row.id, asked, press)
    if (here) return { ...here, text: here.text[language] }
    try {
      const url = await grants.link(of, { by: press.author.uid, approval: row.id })
      const label = sentences.connectOpen[language]
      return { text: sentences.connectLink(of.server)[language], links: [{ url, label }] }
    } catch (error) {
      // Nobody can be sent to a page of ours where nobody has said where that is.
      if (!(error instanceof AppError)) throw error
      return { text: typeof error.say === 'string' ? error.say : error.say[language] }
    }
  }
}
