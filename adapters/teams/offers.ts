import { languageOf } from '../../src/lib/language.ts'
import { LatestMap } from '../../src/lib/latest.ts'
import { type Attachment, bytesOf, type MessageRef, type Place } from '../../src/model/message.ts'
import type { Channel, Inbox } from '../../src/ports/channel.ts'
import type { Outcome } from '../../src/ports/outcome.ts'
import { type Connector, toPost, toRemove } from './connector.ts'
import { isKept } from './download.ts'
import type { Told } from './inbound.ts'
import { scopesOf } from './limits.ts'
import { renderNote } from './outbound.ts'
import { outcomeOf } from './outcome.ts'
import { type Consent, consentOf } from './payloads.ts'
import { renderPicture } from './pictures.ts'
import { messageRef, type Spot, writable } from './places.ts'
import type { Streams } from './streams.ts'
import { words } from './words/index.ts'

const CONSENT = 'application/vnd.microsoft.teams.card.file.consent'
const INFO = 'application/vnd.microsoft.teams.card.file.info'
const KEPT = 1000

/** What a file is shown as: small pictures at once; anything else its person is asked about, in personal chats alone. */
function renderFile(file: Attachment, key: string, { kind }: Spot): object | undefined {
  const picture = 'type' in file ? renderPicture(file) : undefined
  if (picture) return picture
  if (kind !== 'personal') return undefined
  const bytes = bytesOf(file)
  const { name } = file
  const context = { k: 'f', key, name }
  const content = { description: name, sizeInBytes: bytes.length, acceptContext: context, declineContext: context }
  return { type: 'message', summary: name, attachments: [{ contentType: CONSENT, name, content }] }
}

/** Files of answers: Teams takes those of a bot only after its person has agreed to each, and puts them into their OneDrive. */
export function createOffers({
  connector,
  streams,
}: {
  connector: Connector
  streams: Pick<Streams, 'during' | 'settled' | 'spoke'>
}) {
  /** Cards that were answered, which Teams may tell twice. */
  const answered = new LatestMap<string, true>(KEPT)

  async function post(spot: Spot, body: object, signal?: AbortSignal): Promise<Outcome<MessageRef>> {
    await streams.settled(spot)
    const posting = connector.begin(signal)(toPost(spot, body))
    const reply = await streams.during(spot, posting)
    if ('ok' in reply) streams.spoke(spot)
    return outcomeOf(reply, scopesOf(spot).conversation, ({ id }) =>
      messageRef({ ...spot, id: typeof id === 'string' ? id : '' }),
    )
  }

  const attach: NonNullable<Channel['attach']> = async (place: Place, file, key, signal) => {
    const spot = writable(place)
    const body = renderFile(file, key, spot)
    return body
      ? post(spot, body, signal)
      : { refused: { code: 'unsupported', detail: 'files are for personal chats' } }
  }

  /** They have agreed, or not: the file goes to where Teams says, and the card makes room for it. */
  async function settle({ spot, author, activity }: Told, consent: Consent, inbox: Pick<Inbox, 'file'>): Promise<void> {
    const { action, context, uploadInfo: to } = consent
    const card = activity.replyToId
    if (card !== undefined && answered.has(card)) return
    if (card !== undefined) answered.set(card, true)
    const away = () => (card === undefined ? undefined : connector.begin()(toRemove({ ...spot, id: card })))
    if (action !== 'accept' || !to) return void (await away())
    const { key, name } = context
    const language = languageOf(activity.locale, '')
    const file = await inbox.file({ platform: 'teams', author, key, name })
    if (!file) {
      // Nothing comes of it however often it is pressed.
      await post(spot, renderNote({ text: words.fileGone(name)[language] }))
      return void (await away())
    }
    const url = URL.canParse(to.uploadUrl) ? new URL(to.uploadUrl) : undefined
    const isThere = url && isKept('file', spot.serviceUrl, url) && (await connector.upload(url, bytesOf(file)))
    if (!isThere) {
      // Whoever presses once more may have more luck.
      if (card !== undefined) answered.delete(card)
      return void (await post(spot, renderNote({ text: words.fileNotTaken(name)[language] })))
    }
    const content = { uniqueId: to.uniqueId, fileType: to.fileType }
    const info = { contentType: INFO, contentUrl: to.contentUrl, name: to.name, content }
    await post(spot, { type: 'message', attachments: [info] })
    await away()
  }

  return {
    attach,
    /** What is yet to be done for an answer to such a card; undefined: it is none. */
    take(told: Told, inbox: Pick<Inbox, 'file'>): Promise<void> | undefined {
      const { type, name, value } = told.activity
      const consent = type === 'invoke' && name === 'fileConsent/invoke' ? consentOf(value) : undefined
      return consent && settle(told, consent, inbox)
    },
  }
}
export type Offers = ReturnType<typeof createOffers>
