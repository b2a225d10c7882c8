import { plain } from '../../lib/quoting.ts'
import { type AnswerFile, bestResponse, type Effects, type Final } from '../../model/conversation.ts'
import { lostOf } from '../answer-files.ts'
import type { ChannelOf, ChatContext, WaitingMessage } from '../context.ts'
import type { TellAlone } from '../private-notes.ts'
import { handoverSentences as sentences } from '../words/index.ts'
import { type PassedFilesParts, passedFiles } from './files.ts'

/** Nobody waits longer for a name. */
const namesMs = 2000

/** What somebody is called, where the platform tells it only when it is asked. */
export async function nameOf(
  channelOf: ChannelOf,
  { platform, installation, id, name }: NonNullable<ChatContext['handover']>['from'] & object,
): Promise<string | undefined> {
  if (name !== undefined) return name
  const names = await channelOf({ platform, installation })?.names?.([id], AbortSignal.timeout(namesMs))
  return names?.get(id)
}

/** What is said on the other side: whose words they are stands before them, and what came with them behind. */
export function saidBy(
  name: string | undefined,
  text: string,
  files: readonly Pick<AnswerFile, 'name' | 'lost'>[],
  { language }: Pick<ChatContext, 'language'>,
): string {
  return sentences.from(plain(name ?? sentences.somebody[language], 60), withNames(text, files))[language]
}

function withNames(text: string, files: readonly Pick<AnswerFile, 'name' | 'lost'>[]): string {
  const known = files.filter(({ lost }) => lost !== 'hidden')
  const names = known.map((file) => `[${plain(file.name, 100)}]`).join(' ')
  return [text, names].filter((one) => one !== '').join('\n')
}

interface Asked {
  tellAlone: TellAlone
  account: string
  /** Of the message that is passed on. */
  event: string
}

/** What is passed on, or told of it: an answer that no engine makes, which costs nobody anything. */
export async function passedOn(
  message: WaitingMessage,
  parts: PassedFilesParts & Asked,
  signal: AbortSignal,
): Promise<Final> {
  const { handover, text, buttons } = message
  const { id, passed, from } = handover!
  const name = from && (await nameOf(parts.channelOf, from))
  const files = await passedFiles(message, parts, signal)
  if (from) tellSender(from, files, parts)
  const said = withNames(text, files)
  const remember: Effects['remember'] =
    passed === 'to team'
      ? [{ role: 'user', text: said }]
      : passed === 'to person'
        ? [{ role: 'assistant', text: `${name ?? sentences.somebody[message.language]}: ${said}` }]
        : []
  return {
    kind: 'final',
    answer: bestResponse({
      utterance: from ? saidBy(name, text, files, message) : text,
      options: buttons?.options ?? [],
    }),
    userState: {},
    effects: { resetMemory: false, remember, set: {}, unset: [], calls: [] },
    trace: { source: 'none', ms: 0, handover: { id, passed } },
    ...(files.length > 0 && { files }),
    ...(buttons && { handover: { id, choices: buttons.choices } }),
  }
}

/** Whoever sent a file that does not come along hears so, too: they may send it in another way. */
function tellSender(
  { platform, installation, id, near }: NonNullable<NonNullable<ChatContext['handover']>['from']>,
  files: readonly AnswerFile[],
  { tellAlone, account, event }: Asked,
): void {
  const lost = lostOf({ files: files.filter((file) => file.lost !== 'hidden') })
  if (!near || lost.length === 0) return
  const { uid, replyTo, language } = near
  const said = lost.map(({ why, names }) => sentences.lost[why](names.join(', '))[language]).join('\n')
  const once = { about: `files of ${event}`, everyMs: 86_400_000 }
  tellAlone({ platform, installation, account, author: { id, uid }, replyTo, text: said, ...once })
}
