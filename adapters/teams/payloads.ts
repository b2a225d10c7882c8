import { z } from 'zod'

/** What we need not know is not worth refusing an activity for. */
const perhaps = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)
const text = perhaps(z.string())
const id = z.string().min(1)

const accountSchema = z.object({ id, name: text, aadObjectId: text })

const attachmentSchema = z.object({
  contentType: z.string(),
  contentUrl: text,
  name: text,
  content: z.unknown().optional(),
})

/** What Teams sends, as far as we read it. Whoever sent it was authenticated; its shape was not. */
export const activitySchema = z.object({
  type: z.string().min(1),
  id: text,
  /** Of an invoke. */
  name: text,
  /** ISO 8601. */
  timestamp: text,
  serviceUrl: id,
  channelId: text,
  locale: text,
  /** Of the IANA database: where whoever writes is. */
  localTimezone: text,
  from: perhaps(accountSchema),
  /** `isTargeted`: nobody else saw it, as after a slash command. */
  recipient: perhaps(accountSchema.extend({ isTargeted: perhaps(z.boolean()) })),
  conversation: perhaps(z.object({ id, conversationType: text, tenantId: perhaps(id) })),
  channelData: perhaps(
    z.object({
      tenant: perhaps(z.object({ id })),
      eventType: text,
      channel: perhaps(z.object({ id })),
      team: perhaps(z.object({ id: text, name: text })),
    }),
  ),
  text,
  entities: perhaps(z.array(z.unknown())),
  attachments: perhaps(z.array(z.unknown())),
  value: z.unknown().optional(),
  replyToId: text,
  /** Of `messageReaction`: what somebody put to the message that it replies to. */
  reactionsAdded: perhaps(z.array(z.object({ type: z.string() }))),
  /** Of an installation: `add`, `remove` and their variants. */
  action: text,
  membersAdded: perhaps(z.array(accountSchema)),
  membersRemoved: perhaps(z.array(accountSchema)),
})
export type Activity = z.infer<typeof activitySchema>

const consentSchema = z.object({
  action: z.string(),
  context: z.object({ k: z.literal('f'), key: id, name: id }),
  /** Where an accepted file goes, without a token of ours, and what it is called there. */
  uploadInfo: perhaps(z.object({ uploadUrl: id, contentUrl: id, uniqueId: id, name: id, fileType: z.string() })),
})
export type Consent = z.infer<typeof consentSchema>
/** The answer to a card that offers a file. */
export const consentOf = (value: unknown): Consent | undefined => consentSchema.safeParse(value).data

const actionSchema = z.object({ commandId: id, messagePayload: z.unknown().optional(), data: z.unknown().optional() })
export type MessageAction = z.infer<typeof actionSchema>
/** A command of the menu of messages. `messagePayload`: the message, as Graph tells one. */
export const actionOf = (value: unknown): MessageAction | undefined => actionSchema.safeParse(value).data

const executeSchema = z.object({ action: z.object({ verb: text, data: z.unknown() }) })
/** What an `Action.Execute` of a card says: pressed, or by itself for whoever sees the card. */
export function executedOf({ type, name, value }: Activity): { verb?: string | undefined; data?: unknown } | undefined {
  if (type !== 'invoke' || name !== 'adaptiveCard/action') return undefined
  return executeSchema.safeParse(value).data?.action ?? {}
}

const whole = perhaps(z.number().int().nonnegative())
const querySchema = z.object({
  commandId: id,
  parameters: z.array(z.object({ name: z.string(), value: z.unknown() })).catch([]),
  queryOptions: perhaps(z.object({ skip: whole, count: whole })),
})
export type Query = z.infer<typeof querySchema>
/** What somebody types into the search of a message extension. */
export const queryOf = (value: unknown): Query | undefined => querySchema.safeParse(value).data

const mentionSchema = z.object({
  type: z.literal('mention'),
  mentioned: z.object({ id, name: text, aadObjectId: text }),
  text,
})
export type Mention = z.infer<typeof mentionSchema>

/** What is quoted, as newer clients tell it besides the HTML; some have it nested. */
const quotedReplySchema = z
  .object({ type: z.literal('quotedReply'), quotedReply: z.unknown().optional() })
  .loose()
  .transform(({ quotedReply, ...flat }) => quotedReply ?? flat)
  .pipe(
    z.object({
      messageId: z.string().regex(/^\S+$/),
      senderId: z.string().nullish().catch(undefined),
      senderName: z.string().nullish().catch(undefined),
      preview: z.string().nullish().catch(undefined),
      isReplyDeleted: z.boolean().nullish().catch(undefined),
    }),
  )

export const quotedRepliesOf = ({ entities = [] }: Pick<Activity, 'entities'>) => readable(quotedReplySchema, entities)
export const mentionsOf = ({ entities = [] }: Pick<Activity, 'entities'>): Mention[] =>
  readable(mentionSchema, entities)
export const attachmentsOf = ({ attachments = [] }: Pick<Activity, 'attachments'>) =>
  readable(attachmentSchema, attachments)

function readable<T extends z.ZodType>(schema: T, all: readonly unknown[]): z.infer<T>[] {
  return all.flatMap((one) => {
    const read = schema.safeParse(one)
    return read.success ? [read.data] : []
  })
}
