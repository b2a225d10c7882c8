import type { Commands } from '../admin/commands/index.ts'
import type { Caller, CommandPlace, SentFile, SentValues } from '../admin/commands/request.ts'
import { AppError } from '../lib/errors.ts'
import { languageOf } from '../lib/language.ts'
import type { CommandCall, Typing, Values } from '../model/command.ts'
import type { InboundFile } from '../model/message.ts'
import type { Inbox } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import { wholeOf } from '../store/places.ts'
import type { RunningTurns } from '../turns/running.ts'
import { type AddressingParts, createAddressing } from './addressing.ts'
import { type ChannelOf, serverOf } from './context.ts'
import type { ListeningPlaces } from './listening.ts'
import type { SpelledAt } from './spelling.ts'
import { unserved } from './unserved.ts'
import { sentences } from './words/index.ts'

export interface ChatCommandsParts extends AddressingParts {
  store: Store
  commands: Commands
  channelOf: ChannelOf
  spelledAt: SpelledAt
  running: Pick<RunningTurns, 'stopAll'>
  listening: Pick<ListeningPlaces, 'check'>
}

/** A file that a platform does not give us within this time is not waited for. */
const downloadMs = 30_000
/** Nobody waits longer to hear where somebody is. */
const zoneMs = 2000

/** `/agent` as chat platforms tell of it: whose workspace it is, which agent is there, and how files are fetched. */
export function createChatCommands(parts: ChatCommandsParts): Pick<Inbox, 'command' | 'complete'> {
  const { store, commands, channelOf, spelledAt, running, listening, log } = parts
  const { accountOf, agentAt } = createAddressing(parts)

  function callerOf(call: CommandCall | Typing, account: string): Caller {
    const { author, platform } = call
    const managesPlace = async () => 'managesPlace' in call && (await call.managesPlace())
    return {
      account,
      person: author.uid,
      ...(author.name !== undefined && { name: author.name }),
      language: languageOf(author.locale, 'given' in call && 'text' in call.given ? call.given.text : ''),
      door: platform,
      spelling: spelledAt(call),
      isOperator: 'isOperator' in call && call.isOperator === true,
      managesPlace,
      managesFirstPlace: async () => 'given' in call && (await isFirst(call, account)) && (await managesPlace()),
    }
  }

  /** Everybody may add an app to a place of theirs, and manages that one: the account's owner comes from where it began. */
  async function isFirst({ platform, installation }: CommandCall, account: string): Promise<boolean> {
    return (await store.places.oldest(platform, account)) === installation
  }

  async function placeOf(
    { within, platform, installation, author, ...call }: CommandCall | Typing,
    conversation: string,
    account: string,
  ): Promise<CommandPlace> {
    const to = 'announceTo' in call ? call.announceTo : undefined
    const agent = await agentAt(account, { platform, installation, within })
    const server = serverOf({ platform, installation })
    const stop = () => running.stopAll({ kind: 'stopped', platform, place: within[0]!, person: author.id })
    const timeZone = async () =>
      author.timeZone ?? (await channelOf({ platform, installation })?.zoneOf?.(author.id, AbortSignal.timeout(zoneMs)))
    return {
      within,
      whole: wholeOf({ platform, installation }),
      conversation,
      agent,
      server,
      stop,
      timeZone,
      ...(to && { announce: { platform, installation, to } }),
    }
  }

  function sent(call: CommandCall, file: InboundFile): SentFile {
    return {
      name: file.name,
      size: file.size,
      async read(maxBytes) {
        if (file.size > maxBytes) throw new AppError('file_too_large', sentences.fileTooLarge(file.name, maxBytes))
        const channel = channelOf(call)
        const outcome = await channel?.download?.(file.ref, maxBytes, AbortSignal.timeout(downloadMs))
        if (outcome && 'ok' in outcome) return outcome.ok
        throw new AppError('file_unreadable', sentences.fileUnreadable(file.name))
      },
    }
  }

  /** Never what was said with it. */
  function nameOf({ given }: CommandCall): string | undefined {
    return 'command' in given ? given.command : 'text' in given ? given.text.split(/\s/, 1)[0]!.slice(0, 32) : undefined
  }

  function sentValues(call: CommandCall, values: Values): SentValues {
    const entries = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? value.map((file) => sent(call, file)) : value,
    ])
    return Object.fromEntries(entries)
  }

  function givenOf(call: CommandCall) {
    const { given } = call
    if ('text' in given) return { text: given.text, files: given.files.map((file) => sent(call, file)) }
    if (!('values' in given)) return given
    return { ...given, values: sentValues(call, given.values) }
  }

  return {
    async command(call) {
      const account = await accountOf(call.platform, call.installation)
      if (account === undefined) {
        const standing = await store.places.standingOf(call.platform, call.installation)
        return { text: unserved(standing, call.installation)[languageOf(call.author.locale)] }
      }
      const about = call.about && (await store.turns.byRef(call.about))?.id
      const caller = callerOf(call, account)
      try {
        const view = await commands.run({
          caller,
          eventId: call.eventId,
          given: givenOf(call),
          place: await placeOf(call, call.conversation, account),
          ...(about && { about }),
        })
        void listening.check()
        return view
      } catch (error) {
        log.error({ err: error, event: call.eventId, command: nameOf(call) }, 'a command could not be done')
        return { text: sentences.commandFailed[caller.language] }
      }
    },

    async complete(typing) {
      const account = await accountOf(typing.platform, typing.installation)
      if (account === undefined) return []
      const { command, parameter, typed, values } = typing
      const place = await placeOf(typing, '', account)
      return commands.complete({ caller: callerOf(typing, account), command, parameter, typed, values, place })
    },
  }
}
