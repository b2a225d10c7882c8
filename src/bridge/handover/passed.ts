import { plain } from '../../lib/quoting.ts'
import { bestResponse, type Effects, type Final } from '../../model/conversation.ts'
import type { ChannelOf, ChatContext, WaitingMessage } from '../context.ts'
import { handoverSentences as sentences } from '../words/index.ts'

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

/** What is said on the other side: whose words they are stands before them. */
export function saidBy(name: string | undefined, text: string, { language }: Pick<ChatContext, 'language'>): string {
  return sentences.from(plain(name ?? sentences.somebody[language], 60), text)[language]
}

/** What is passed on, or told of it: an answer that no engine makes, which costs nobody anything. */
export async function passedOn(message: WaitingMessage, channelOf: ChannelOf): Promise<Final> {
  const { handover, text, buttons, files } = message
  const { id, passed, from } = handover!
  const name = from && (await nameOf(channelOf, from))
  const names = files.map((file) => `[${plain(file.name, 100)}]`).join(' ')
  const said = [text, names].filter((one) => one !== '').join('\n')
  const remember: Effects['remember'] =
    passed === 'to team'
      ? [{ role: 'user', text: said }]
      : passed === 'to person'
        ? [{ role: 'assistant', text: `${name ?? sentences.somebody[message.language]}: ${said}` }]
        : []
  return {
    kind: 'final',
    answer: bestResponse({ utterance: from ? saidBy(name, said, message) : text, options: buttons?.options ?? [] }),
    userState: {},
    effects: { resetMemory: false, remember, set: {}, unset: [], calls: [] },
    trace: { source: 'none', ms: 0, handover: { id, passed } },
    ...(buttons && { handover: { id, choices: buttons.choices } }),
  }
}
