import { languageOf } from '../../src/lib/language.ts'
import type { Author } from '../../src/model/message.ts'
import { callLimitMs, type Inbox } from '../../src/ports/channel.ts'
import type { Log } from '../../src/ports/log.ts'
import { ToolAuthFailure } from '../../src/ports/tools.ts'
import { type Connector, toChat, toPost } from './connector.ts'
import type { Near } from './inbound.ts'
import type { Spot } from './places.ts'
import { shortOf } from './private.ts'
import type { Reply } from './reply.ts'
import type { TokenStore } from './token-store.ts'
import { words } from './words/index.ts'

const CARD = 'application/vnd.microsoft.card.oauth'

export interface SignInCardParts {
  inbox: Pick<Inbox, 'signingOn'>
  store: Pick<TokenStore, 'resource'>
  connection: string
  appId: string
  connector: Pick<Connector, 'begin'>
  log: Log
}

export const whoOf = ({ spot }: Near, author: Author) =>
  ({ platform: 'teams', installation: spot.tenant, author }) as const

/**
 * The card that Teams signs somebody in by. It stands in their personal chat: it is for them alone, and Teams is documented to sign in
 * nowhere else (https://learn.microsoft.com/microsoftteams/platform/bots/how-to/authentication/bot-sso-overview).
 */
export function createSignInCards({ inbox, store, connection, appId, connector, log }: SignInCardParts) {
  const referenceTo = ({ tenant, conversation, serviceUrl }: Spot, user: string) => ({
    user: { id: user },
    bot: { id: `28:${appId}` },
    conversation: { id: conversation, conversationType: 'personal', tenantId: tenant },
    channelId: 'msteams',
    serviceUrl,
  })

  function notShown(reply: Exclude<Reply, { ok: unknown }>): false {
    log.warn({ reply: shortOf(reply) }, 'somebody could perhaps not be asked to sign in')
    if ('error' in reply) return false
    throw new ToolAuthFailure('away', 'Teams did not take the card')
  }

  /** Whether it is there; false where they cannot be written to. Rejects with a `ToolAuthFailure` where that cannot be told now. */
  return async (near: Near, author: Author, approval: string): Promise<boolean> => {
    const signal = AbortSignal.timeout(callLimitMs)
    const call = connector.begin(signal)
    const chat = await call(toChat(near.spot, near.user))
    if (!('ok' in chat)) return notShown(chat)
    const { id } = chat.ok
    if (typeof id !== 'string' || /\s/.test(id)) return false
    const there: Spot = { ...near.spot, conversation: id, kind: 'personal' }
    const { link, exchange } = await store.resource(referenceTo(there, near.user), signal)
    // Teams may answer it before its post is answered.
    await inbox.signingOn({ ...whoOf(near, author), approval, exchange: exchange.id })
    const { card, button } = words.sso
    const language = languageOf(author.locale)
    const content = {
      text: card[language],
      connectionName: connection,
      tokenExchangeResource: exchange,
      buttons: [{ type: 'signin', title: button[language], value: link }],
    }
    const posted = await call(toPost(there, { type: 'message', attachments: [{ contentType: CARD, content }] }))
    return 'ok' in posted || notShown(posted)
  }
}
