import { createCommands } from '../../../src/admin/commands/index.ts'
import type { Caller, SentFile } from '../../../src/admin/commands/request.ts'
import { createReplay } from '../../../src/app/parts/replay.ts'
import { createTryOut } from '../../../src/app/parts/try-out.ts'
import { createDrawings } from '../../../src/drivers/drawing/index.ts'
import { createReach } from '../../../src/drivers/webhooks/reach.ts'
import { usualStateLimits } from '../../../src/lib/person-state.ts'
import type { Place } from '../../../src/model/message.ts'
import type { View } from '../../../src/model/view.ts'
import type { Llm } from '../../../src/ports/llm.ts'
import { firstAccount } from '../../../src/store/accounts.ts'
import { type House, openHouse } from '../support.ts'

export const channel = 'slack:T0PARLEY:C0GENERAL' as Place
export const workspace = 'slack:T0PARLEY' as Place

/** The uid of somebody in the workspace. */
export const uid = (name: string): string => `slack_T0PARLEY_U0${name.toUpperCase()}`

export function caller(name: string, more: Partial<Caller> = {}): Caller {
  return {
    account: firstAccount,
    person: uid(name),
    name,
    language: 'en',
    door: 'slack',
    spelling: { after: '/agent' },
    isOperator: false,
    managesPlace: async () => false,
    managesFirstPlace: async () => false,
    ...more,
  }
}

export function file(name: string, text: string | Uint8Array): SentFile {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  return { name, size: bytes.byteLength, read: async () => bytes }
}

/** The commands over a database of its own, used from a channel of a workspace. Ann owns it. */
export async function commandHouse(options: House & { hasOwner?: boolean; llm?: Llm } = {}) {
  const house = await openHouse(options)
  const { admin, store, clock } = house
  const trying = {
    state: usualStateLimits,
    store,
    drafts: admin.drafts,
    send: async () => ({ status: 200, body: 'ok', ms: 3 }),
    llm: options.llm ?? {
      model: () => undefined,
      stream: () => Promise.reject(new Error('there is no model')) as never,
    },
    find: async () => ({ hits: [] }) as never,
    levels: [50, 60, 70, 80] as const,
    memoryItems: 20,
    now: () => clock.now,
    random: () => 0,
  }
  const tryOut = createTryOut(trying)
  const commands = createCommands({
    admin,
    store,
    now: Date.now,
    ...tryOut,
    replay: createReplay({ ...trying, admin }),
    handOver: async () => undefined,
    decideCall: async () => 'over',
    draw: createDrawings({ log: { warn() {} }, patienceMs: 100_000 }).png,
    mayCall: createReach([]),
  })
  let events = 0
  const newEvent = () => `event-${++events}`
  const agentHere = async () =>
    (await store.places.bindingOf([channel, workspace], firstAccount))?.agent ??
    (await store.accounts.defaultAgent(firstAccount))
  const where = async () => ({
    within: [channel, workspace],
    conversation: 'slack:C0GENERAL',
    agent: await agentHere(),
  })
  if (options.hasOwner !== false) {
    await admin.roles.seed({ account: firstAccount, author: uid('ann'), door: 'slack' })
  }

  const as = (who: Caller) => ({
    async say(text: string, files: readonly SentFile[] = [], eventId = newEvent()): Promise<View> {
      return commands.run({ caller: who, eventId, given: { text, files }, place: await where() })
    },
    async choose(command: string, values: Record<string, string | boolean | readonly SentFile[]>): Promise<View> {
      return commands.run({ caller: who, eventId: newEvent(), given: { command, values }, place: await where() })
    },
    /** By its label. */
    async press(view: View, label: string, eventId = newEvent()): Promise<View> {
      const all = [...(view.buttons ?? []), ...(view.form?.more ? [view.form.more] : [])]
      const button = all.find((one) => one.label === label)
      if (!button) throw new Error(`no button ${label} in:\n${view.text}\n${view.buttons?.map((one) => one.label)}`)
      return commands.run({ caller: who, eventId, given: { offer: button.offer }, place: await where() })
    },
    async send(
      view: View,
      values: Record<string, string | boolean | readonly SentFile[]>,
      eventId = newEvent(),
    ): Promise<View> {
      if (!view.form) throw new Error(`no form in:\n${view.text}`)
      return commands.run({ caller: who, eventId, given: { offer: view.form.offer, values }, place: await where() })
    },
    complete: async (command: string, parameter: string, typed: string, values = {}) =>
      commands.complete({ caller: who, command, parameter, typed, values, place: await where() }),
  })
  return { ...house, commands, as, ann: as(caller('ann')) }
}
