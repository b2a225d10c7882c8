import { isRecord, type Json } from '../../shared/json.ts'
import type { Limits } from '../limits.ts'
import type { Marks, Post, Shown, SuggestedAction } from '../records.ts'
import { refuse } from '../refusal.ts'
import { readAttachments } from './attachments.ts'
import { readMarks } from './marks.ts'
import { readStreamInfo, type StreamInfo } from './stream-info.ts'

/** What an app sends. */
export interface Draft {
  type: 'message' | 'typing'
  text: string
  format: Post['format']
  mentions: { id: string; text: string }[]
  attachments: Shown[]
  layout: Post['layout']
  suggested: SuggestedAction[]
  suggestedTo: string[]
  marks: Marks
  feedback?: 'default' | 'custom'
  importance?: 'high' | 'urgent'
  targetedTo?: string
  stream?: StreamInfo
}

const bad = (why: string): never => refuse(400, 'BadSyntax', why)

/** Reads an activity of the app; refuses what Teams does not take, or would not show as it is meant. */
export function readDraft(body: unknown, from: { botId: string; isTargeted: boolean; limits: Limits }): Draft {
  const { botId, isTargeted, limits } = from
  if (!isRecord(body)) return bad('The body must be an activity')
  const { type, from: author, text = '', textFormat = 'markdown', attachmentLayout = 'list', importance } = body
  if (type !== 'message' && type !== 'typing') return bad(`Activities of type ${String(type)} cannot be sent`)
  if (author !== undefined && (!isRecord(author) || (author['id'] !== undefined && author['id'] !== botId))) {
    refuse(403, 'ForbiddenOperationException', 'from must be the bot')
  }
  if (typeof text !== 'string') return bad('text must be a string')
  if (!['plain', 'markdown', 'xml'].includes(String(textFormat)))
    return bad('textFormat must be plain, markdown or xml')
  if (!['list', 'carousel'].includes(String(attachmentLayout))) return bad('attachmentLayout must be list or carousel')
  const entities = readEntities(body['entities'])
  const stream = readStreamInfo(type, entities)
  // Of a stream its own error says that it became too large.
  const isTooBig = JSON.stringify(body).length * 2 > limits.messageBytes
  if (isTooBig && stream) refuse(403, 'ContentStreamNotAllowed', 'Message size too large')
  if (isTooBig) refuse(413, 'MessageSizeTooBig', 'Message size too large.')
  const attachments = readAttachments(body['attachments'], limits)
  const inCards = attachments.flatMap((one) => (one.kind === 'card' ? readCardMentions(one.content) : []))
  const feedback = readFeedback(body['channelData'])
  const targetedTo = readRecipient(body['recipient'], isTargeted)
  const draft: Draft = {
    type,
    text,
    format: textFormat as Draft['format'],
    mentions: [...readMentions(entities, text), ...inCards],
    attachments,
    layout: attachmentLayout as Draft['layout'],
    ...readSuggested(body['suggestedActions']),
    marks: readMarks(entities, limits),
    ...(feedback && { feedback }),
    ...((importance === 'high' || importance === 'urgent') && { importance }),
    ...(targetedTo && { targetedTo }),
    ...(stream && { stream }),
  }
  if (type === 'message' && !text.trim() && draft.attachments.length === 0) {
    bad('A message needs text or an attachment')
  }
  return draft
}

function readEntities(entities: unknown): Json[] {
  if (entities === undefined || entities === null) return []
  if (!Array.isArray(entities) || !entities.every((each) => isRecord(each) && typeof each['type'] === 'string')) {
    return bad('entities must be an array of objects with a type')
  }
  return entities
}

function readMentions(entities: Json[], text: string): Draft['mentions'] {
  return entities
    .filter(({ type }) => type === 'mention')
    .map(({ mentioned, text: span }) => {
      if (!isRecord(mentioned) || typeof mentioned['id'] !== 'string') return bad('A mention needs mentioned.id')
      const isThere = typeof span === 'string' && /^<at>[^<]+<\/at>$/.test(span) && text.includes(span)
      if (!isThere) return bad("A mention's text must be <at>name</at> as it stands in the text of the message")
      return { id: mentioned['id'], text: span }
    })
}

/** Of an Adaptive Card, which says whom it mentions by itself, in what it shows as text. */
function readCardMentions({ msteams, body = [] }: Json): Draft['mentions'] {
  const { entities } = isRecord(msteams) ? msteams : {}
  return readMentions(readEntities(entities), shownIn(body as Json[]).join('\n'))
}

/** The texts of elements, those in boxes included. */
const shownIn = (elements: readonly Json[]): string[] =>
  elements.flatMap(({ type, text, items }) => {
    if (type === 'TextBlock') return [String(text)]
    return type === 'Container' ? shownIn(items as Json[]) : []
  })

const SUGGESTED = new Set(['imBack', 'Action.Compose', 'Action.Submit'])

function readSuggested(suggested: unknown): Pick<Draft, 'suggested' | 'suggestedTo'> {
  if (suggested === undefined || suggested === null) return { suggested: [], suggestedTo: [] }
  if (!isRecord(suggested) || !Array.isArray(suggested['actions'])) return bad('suggestedActions needs actions')
  const { to = [], actions } = suggested
  if (!Array.isArray(to) || !to.every((each) => typeof each === 'string')) return bad('to must be an array of ids')
  for (const action of actions as unknown[]) {
    const isKnown = isRecord(action) && SUGGESTED.has(String(action['type']))
    if (!isKnown) return bad('A suggested action must be imBack, Action.Compose or Action.Submit')
    if (typeof action['title'] !== 'string' || action['title'] === '') bad('A suggested action needs a title')
    if (action['value'] === undefined) bad('A suggested action needs a value')
    if (action['type'] === 'imBack' && typeof action['value'] !== 'string') bad('The value of imBack must be a string')
  }
  return {
    suggested: (actions as Json[]).map(({ type, title, value }) => ({ type, title, value }) as SuggestedAction),
    suggestedTo: to as string[],
  }
}

function readFeedback(channelData: unknown): 'default' | 'custom' | undefined {
  if (!isRecord(channelData)) return undefined
  const { feedbackLoop, feedbackLoopEnabled } = channelData
  if (feedbackLoopEnabled !== undefined && typeof feedbackLoopEnabled !== 'boolean') {
    bad('feedbackLoopEnabled must be true or false')
  }
  if (feedbackLoop === undefined) return feedbackLoopEnabled === true ? 'default' : undefined
  const kind = isRecord(feedbackLoop) ? feedbackLoop['type'] : undefined
  return kind === 'default' || kind === 'custom' ? kind : bad('feedbackLoop.type must be default or custom')
}

function readRecipient(recipient: unknown, isTargeted: boolean): string | undefined {
  const isMarked = isRecord(recipient) && recipient['isTargeted'] === true
  if (isTargeted !== isMarked) {
    bad('A targeted message needs isTargetedActivity=true in the query and isTargeted of its recipient')
  }
  if (!isTargeted) return undefined
  const id = (recipient as Json)['id']
  return typeof id === 'string' ? id : bad('A targeted message needs the id of its recipient')
}
