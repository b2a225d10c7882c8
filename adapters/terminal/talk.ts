import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inZone, withMoments } from '../../src/lib/moment.ts'
import type { Desk } from '../../src/lib/shell/desk.ts'
import { fillIn } from '../../src/lib/shell/form.ts'
import type { Given } from '../../src/model/command.ts'
import { type Author, asText, type InboundMessage, type Place, withLinks } from '../../src/model/message.ts'
import type { View } from '../../src/model/view.ts'
import type { Inbox } from '../../src/ports/channel.ts'
import type { AdapterParts } from '../../src/ports/platform.ts'
import { words } from './words/index.ts'

export interface TalkParts extends Pick<AdapterParts, 'log' | 'now'> {
  desk: Desk
  /** The narrowest place, where answers go, is the first. */
  where: { platform: string; installation: string; within: [Place, ...Place[]]; conversation: string; author: Author }
  /** Once somebody hears. */
  inbox(): Inbox
}

/** While nothing can be kept; then it is said so. */
const againAfterMs = [50, 500, 2000]

/** Nothing here reads Markdown, so what is kept from being formatting stands as it is; code was never escaped. */
const unescaped = (text: string): string =>
  text.replace(/(```[\s\S]*?```|`[^`\n]*`)|\\([\\*_~[\]<>|#])/g, (_, code?: string, char?: string) => code ?? char!)

/** What somebody types, told to the inbox: something said, a number, a command. */
export function createTalk({ desk, where, inbox, log, now }: TalkParts) {
  const { platform, installation, author } = where
  const [place] = where.within

  async function speak(text: string): Promise<void> {
    const talk = `terminal:here:@${author.id}` as Place
    const direct = { membership: { operator: true as const }, addressed: 'direct' as const, replyTo: place, talk }
    const at = { eventId: `terminal:${randomUUID()}`, sentAt: now(), named: [], files: [] }
    const message: InboundMessage = { ...where, ...direct, ...at, text }
    desk.owes(1)
    for (const ms of againAfterMs) {
      try {
        const taken = await inbox().message(message)
        return taken === 'taken' ? undefined : desk.unanswered(taken.dropped.text)
      } catch (err) {
        log.error({ err }, 'what was typed could not be kept')
        await sleep(ms)
      }
    }
    desk.unanswered(desk.say(words.failed))
  }

  async function command(given: Given): Promise<void> {
    const call = { ...where, eventId: randomUUID(), given, isOperator: true as const, managesPlace: async () => true }
    await show(await inbox().command(call))
  }

  async function show({ file, buttons = [], form, ...note }: View): Promise<void> {
    const told = unescaped(withMoments(withLinks(note).replace(/<@([^\s<>]+)>/g, '@$1'), inZone(desk.language)))
    const body = `${told}${file ? `\n${asText(file).name}:\n${asText(file).text.trimEnd()}` : ''}`
    desk.offer(
      buttons.map(
        ({ offer }) =>
          () =>
            command({ offer }),
      ),
    )
    const all = `${body}${desk.numbered(buttons.map(({ label }) => label))}`
    if (!form) return desk.tell(all)
    const values = await desk.during(async () => {
      desk.tell(all)
      return fillIn(form, desk)
    })
    if (values) await command({ offer: form.offer, values })
    else desk.tell(desk.say(words.nothingDone))
  }

  return {
    show,
    async press(replyId: string, index: number): Promise<void> {
      const at = { platform, installation, author, place, replyTo: place, eventId: randomUUID() }
      desk.owes(1)
      const note = await inbox().press({ ...at, replyId, index })
      if (note) desk.unanswered(withLinks(note))
    },
    async take(line: string): Promise<void> {
      const [agent, typed = ''] = /^[/／]agent(?:\s+(.*))?$/.exec(line) ?? []
      try {
        if (agent !== undefined) await command({ text: typed, files: [] })
        else if (!(await desk.choose(line))) await speak(line)
      } catch (err) {
        log.error({ err }, 'what was typed could not be done')
        desk.tell(desk.say(words.failed))
      }
    },
  }
}
