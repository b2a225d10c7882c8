import { isRecord, type Json } from '../../shared/json.ts'
import type { Limits } from '../limits.ts'
import type { Shown } from '../records.ts'
import { refuse } from '../refusal.ts'
import { ADAPTIVE, CARDS, checkCard } from './card.ts'

const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif'])

const CONSENT = 'application/vnd.microsoft.teams.card.file.consent'
const INFO = 'application/vnd.microsoft.teams.card.file.info'

const OAUTH = 'application/vnd.microsoft.card.oauth'

const bad = (why: string): never => refuse(400, 'BadSyntax', why)

/** What an app attaches to a message. */
export function readAttachments(list: unknown, limits: Limits): Shown[] {
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) return bad('attachments must be an array')
  if (list.length > limits.attachments) bad(`A message has at most ${limits.attachments} attachments`)
  return list.map((each) => readAttachment(each, limits))
}

function readAttachment(attachment: unknown, limits: Limits): Shown {
  if (!isRecord(attachment)) return bad('An attachment must be an object')
  const { contentType, content, contentUrl, name } = attachment
  if (typeof contentType !== 'string') return bad('An attachment needs a contentType')
  if (contentType === ADAPTIVE) checkCard(content, limits)
  if (CARDS.has(contentType)) {
    if (!isRecord(content)) return bad('A card needs content')
    if (contentType !== ADAPTIVE) checkHero(content)
    return { kind: 'card', contentType, content }
  }
  if (contentType === OAUTH) return readSignIn(attachment)
  if (contentType === CONSENT) return readOffer(attachment)
  if (contentType === INFO) return readInfo(attachment)
  if (!IMAGES.has(contentType)) return bad(`Attachments of type ${contentType} are not supported`)
  const isUrl = typeof contentUrl === 'string' && /^(https?:\/\/|data:image\/(png|jpeg|gif);base64,)/.test(contentUrl)
  if (!isUrl) return bad('An image needs a contentUrl')
  return { kind: 'image', contentType, url: contentUrl, name: typeof name === 'string' ? name : 'image' }
}

function readSignIn({ contentType, content }: Json): Shown {
  if (!isRecord(content)) return bad('A card needs content')
  const { text = '', connectionName, buttons, tokenExchangeResource: exchange } = content
  const [button, ...more] = Array.isArray(buttons) ? (buttons as unknown[]) : []
  if (typeof text !== 'string') return bad('text must be a string')
  if (typeof connectionName !== 'string' || connectionName === '') return bad('A sign-in needs a connectionName')
  const { type, title, value } = isRecord(button) ? button : {}
  const isButton = type === 'signin' && typeof title === 'string' && typeof value === 'string' && URL.canParse(value)
  if (!isButton || more.length > 0) return bad('A sign-in has one button of type signin, with a title and an address')
  const { id, uri } = isRecord(exchange) ? exchange : {}
  const isExchange = typeof id === 'string' && id !== '' && typeof uri === 'string'
  if (exchange !== undefined && !isExchange) return bad('A tokenExchangeResource needs an id and a uri')
  return {
    ...{ kind: 'signin', contentType: String(contentType), text, connection: connectionName, title, link: value },
    ...(isExchange && { exchange: { id, uri } }),
    isShown: false,
  }
}

function readOffer({ contentType, content, name }: Json): Shown {
  if (typeof name !== 'string' || !/.\.\w+$/.test(name)) return bad('A file needs a name with an extension')
  if (!isRecord(content)) return bad('A card needs content')
  const { description = '', sizeInBytes: size, acceptContext: accept, declineContext: decline } = content
  if (typeof description !== 'string') return bad('description must be a string')
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 1) return bad('sizeInBytes must be a number')
  return { kind: 'consent', contentType: String(contentType), name, description, size, accept, decline }
}

function readInfo({ contentType, content, contentUrl, name }: Json): Shown {
  const { uniqueId, fileType } = isRecord(content) ? content : {}
  const isWhole = [name, contentUrl, uniqueId, fileType].every((one) => typeof one === 'string' && one !== '')
  if (!isWhole) return bad('A file needs a name, a contentUrl, a uniqueId and a fileType')
  return { kind: 'file', name: String(name), contentType: String(contentType), file: String(uniqueId) }
}

const HERO_ACTIONS = new Set(['imBack', 'messageBack', 'openUrl', 'invoke', 'signin'])

function checkHero({ buttons = [] }: Json): void {
  if (!Array.isArray(buttons) || buttons.length > 6) return bad('A card has at most 6 buttons')
  for (const button of buttons) {
    const isFine =
      isRecord(button) &&
      HERO_ACTIONS.has(String(button['type'])) &&
      typeof button['title'] === 'string' &&
      button['value'] !== undefined
    if (!isFine) bad('A button of a card needs a known type, a title and a value')
  }
}
