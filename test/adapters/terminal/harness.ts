import { expect, vi } from 'vitest'
import { createTerminal } from '../../../adapters/terminal/index.ts'
import type { Inbox } from '../../../src/ports/channel.ts'
import type { ChannelHarness } from '../../contracts/channel.ts'
import { memoryInstallations } from '../../support/adapter-parts.ts'
import { messagesIn, openScreen } from './screen.ts'

export async function createHarness(): Promise<ChannelHarness> {
  const screen = openScreen()
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const adapter = createTerminal({
    ...{ agent: undefined, user: 'ann', locale: 'en', input: screen.input, output: screen.output, leave() {} },
    ...{ installations: memoryInstallations(), log, now: Date.now },
  })
  let [typed, heard] = [0, 0]
  const counted = (inbox: Inbox): Inbox => ({
    ...inbox,
    async message(message) {
      const taken = await inbox.message(message)
      heard++
      return taken
    },
    async press(press) {
      const note = await inbox.press(press)
      heard++
      return note
    },
  })
  const settled = () => vi.waitFor(() => expect(heard).toBe(typed), { interval: 5 })
  const type = (line: string) => {
    typed++
    screen.type(`${line}\n`)
  }
  const shown = () =>
    messagesIn(screen.lines())
      .filter(({ text }) => !text.startsWith('You are talking to'))
      .map((message) => ({ ...message, files: [], streaming: false }))
  return {
    adapter: { ...adapter, start: (inbox) => adapter.start(counted(inbox)) },
    channel: adapter.channel('here')!,
    person: {
      uid: 'terminal_ann',
      say(text) {
        type(text)
        return text
      },
      edit() {},
      remove() {},
      async press(label) {
        const { buttons } = shown().findLast(({ buttons }) => buttons.length > 0)!
        type(String(buttons.indexOf(label) + 1))
        await settled()
      },
    },
    stranger: 'ben',
    ownMachine: true,
    shown,
    liveMentions: () => [],
    resend: async () => {},
    settled,
    fail() {},
    failAll() {},
    close: async () => void screen.input.end(),
  }
}
