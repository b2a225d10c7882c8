import { isRecord } from '../../shared/json.ts'
import {
  createForm,
  type Form,
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Reader,
  readForm,
  required,
  snowflake,
  text,
} from '../form.ts'
import type { AllowedMentions } from '../mentions.ts'
import { type Json, MessageFlag } from '../records.ts'
import { refuse } from '../refusal.ts'
import type { Upload } from '../upload.ts'
import { readComponents } from './components.ts'
import { readEmbeds } from './embeds.ts'

const CONTENT = 2000

/** Whether `flags` of a raw body ask for the second version of components, which decides how the rest is read. */
const asksV2 = (value: unknown): boolean =>
  isRecord(value) && typeof value['flags'] === 'number' && (value['flags'] & MessageFlag.componentsV2) !== 0

const mentionsForm = object({
  parse: optional(list(oneOf('users', 'roles', 'everyone'), 0, 3)),
  users: optional(list(snowflake, 0, 100)),
  roles: optional(list(snowflake, 0, 100)),
  replied_user: optional(flag),
})

const allowedMentions: Reader<AllowedMentions> = (value, path, form) => {
  const read = mentionsForm(value, path, form)
  for (const kind of ['users', 'roles'] as const) {
    if (read?.parse?.includes(kind) && read[kind]?.length)
      form.wrong(
        [...path, 'parse'],
        'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
        `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
      )
  }
  return read
}

/** Either the number of a file in this request, or the id of one that is there already. */
const attachmentId: Reader<string> = (value, path, form) =>
  typeof value === 'number' ? String(value) : text(1, 20, /^\d+$/)(value, path, form)

/** Of a file that is to stay the SDK sends all it knows, under names of its own. */
const attachment = object(
  {
    id: required(attachmentId),
    filename: optional(text(1, 1024)),
    title: optional(text(0, 1024)),
    description: optional(text(0, 1024)),
    duration_secs: optional(number),
    waveform: optional(text(0, 400)),
  },
  { ignoreOthers: true },
)

const reference = object({
  type: optional(oneOf(0)),
  message_id: required(snowflake),
  channel_id: optional(snowflake),
  guild_id: optional(snowflake),
  fail_if_not_exists: optional(flag),
})

/** Characters as Discord counts them: UTF-16 units here, which is never less than its code points. */
const content = text(0, CONTENT)

const nonce: Reader<string | number> = (value, path, form) =>
  typeof value === 'number' ? integer(0, Number.MAX_SAFE_INTEGER)(value, path, form) : text(0, 25)(value, path, form)

/** What the SDK says along with everything, where it can only be "no". */
const no = optional(oneOf(false))

const body = (v2: boolean) => ({
  content: nullable(content),
  embeds: nullable(readEmbeds),
  components: nullable(readComponents(v2)),
  allowed_mentions: optional(allowedMentions),
  attachments: nullable(list(attachment, 0, 10)),
  flags: optional(integer(0, 2 ** 31 - 1)),
})

export type AttachmentPart = NonNullable<ReturnType<typeof attachment>>

/** What a message is made of, or changed to; null takes away. */
export interface Content {
  content?: string | null | undefined
  embeds?: Json[] | null | undefined
  components?: Json[] | null | undefined
  allowed_mentions?: AllowedMentions | undefined
  attachments?: AttachmentPart[] | null | undefined
  flags?: number | undefined
}

export interface Creation extends Content {
  tts?: boolean | undefined
  nonce?: string | number | undefined
  enforce_nonce?: boolean | undefined
  message_reference?: ReturnType<typeof reference> | undefined
}

export function readCreation(raw: unknown, files: Upload[]): Creation {
  const shape = {
    ...body(asksV2(raw)),
    tts: optional(flag),
    nonce: optional(nonce),
    enforce_nonce: optional(flag),
    message_reference: optional(reference),
  }
  const read = readForm(object(shape), raw)
  checkContent(
    read,
    files,
    MessageFlag.suppressEmbeds | MessageFlag.suppressNotifications | MessageFlag.voice | MessageFlag.componentsV2,
  )
  return read
}

export function readEdit(raw: unknown, files: Upload[], wasV2: boolean): Content {
  const read = readForm(object({ ...body(wasV2 || asksV2(raw)), tts: no, enforce_nonce: no }), raw)
  checkContent(read, files, MessageFlag.suppressEmbeds | MessageFlag.componentsV2, wasV2)
  return read
}

/** The answer to an interaction, which may be for one person alone. */
export function readAnswer(raw: unknown, files: Upload[]): Content & { tts?: boolean | undefined } {
  const read = readForm(object({ ...body(asksV2(raw)), tts: optional(flag), enforce_nonce: no }), raw)
  const { ephemeral, suppressEmbeds, suppressNotifications, voice, componentsV2 } = MessageFlag
  checkContent(read, files, ephemeral | suppressEmbeds | suppressNotifications | voice | componentsV2)
  return read
}

/** What a message in the second version of components may not hold, neither anew nor from before. */
function tellLegacy(used: Record<'content' | 'embeds', boolean>, form: Form): void {
  for (const [field, isUsed] of Object.entries(used)) {
    if (isUsed)
      form.wrong(
        [field],
        'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
        'IS_COMPONENTS_V2 makes this field unusable',
      )
  }
}

/** Documented: what a message held has to be taken away by the edit that sets the flag. */
export function refuseLegacy(used: Record<'content' | 'embeds', boolean>): void {
  const form = createForm()
  tellLegacy(used, form)
  form.check()
}

function checkContent(read: Content, files: Upload[], settable: number, wasV2 = false): void {
  const { flags = 0, content: words, embeds } = read
  const form = createForm()
  if (flags & ~settable) form.wrong(['flags'], 'MESSAGE_FLAGS_INVALID', `Only these flags may be set: ${settable}`)
  if (wasV2 && read.flags !== undefined && !(flags & MessageFlag.componentsV2))
    form.wrong(['flags'], 'MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG', 'The IS_COMPONENTS_V2 flag cannot be removed')
  const v2 = wasV2 || (flags & MessageFlag.componentsV2) !== 0
  if (v2) tellLegacy({ content: !!words, embeds: !!embeds?.length }, form)
  form.check()
  // The ids of files that come with the request are small numbers.
  const isMissing = (id: string): boolean => id.length < 17 && !files.some((file) => file.number === id)
  if (read.attachments?.some(({ id }) => isMissing(id))) refuse(50146)
}
