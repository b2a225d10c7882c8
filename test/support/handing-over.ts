import { expect, onTestFinished } from 'vitest'
import { agentDocumentSchema } from '../../src/model/agent.ts'
import type { HandoverSettings } from '../../src/model/handover.ts'
import { minimalAgent } from './agent.ts'
import { type ChatHouse, chatHouse, type HouseOptions } from './chat-house.ts'
import { engineWithoutModel } from './engine-without-model.ts'
import { type Room, rooms } from './rooms.ts'
import { createShiftingClock } from './shifting-clock.ts'
import { tempFolder } from './temp-folder.ts'

const channels = {
  Slack: 'T0PARLEY/C0GENERAL',
  Discord: '1200000000000000100/1200000000000000101',
  Teams: '7a11e500-0000-4000-8000-00000000001d/19:general@thread.tacv2',
}
export type Name = keyof typeof channels
const openOf = (name: string) => rooms.find((one) => one.name === name)!.open

export const patient = { interval: 5 }

export function agentOf(team: Name, more: Partial<HandoverSettings> = {}, rest: object = {}) {
  const handover = { to: { platform: team.toLowerCase(), channel: channels[team] }, ...more }
  return {
    document: agentDocumentSchema.parse({
      ...minimalAgent({ agent: { useAIResponse: false, handover } }),
      rules: [{ when: ['what is the weather like'], say: 'It rains.' }],
      ...rest,
    }),
    engine: engineWithoutModel,
  }
}

/** A person with an agent, and the team that it hands them to. */
export interface World {
  clock: ReturnType<typeof createShiftingClock>
  house: ChatHouse
  /** Where the person is. */
  here: Room
  /** Where the team is. */
  there: Room
}

export async function handingOver(
  from: Name,
  to: Name,
  more: Partial<HandoverSettings> = {},
  options: Partial<HouseOptions> = {},
  rest: object = {},
): Promise<World> {
  // What a platform lets an app post in a moment is more than is posted here.
  const clock = createShiftingClock()
  const timer = setInterval(() => clock.shift(1000), 20)
  onTestFinished(() => clearInterval(timer))
  const house = await chatHouse({
    folder: tempFolder(),
    onFinished: onTestFinished,
    agent: agentOf(to, more, rest),
    ...{ now: clock.now, sleep: clock.sleep },
    ...options,
  })
  const there = await openOf(to)(house)
  const here = from === to ? there : await openOf(from)(house)
  await house.work()
  // Teams tells where it takes calls with whatever happens there.
  if (to === 'Teams') {
    await there.tell('ben', 'hello')
    await expect.poll(() => there.alone('ben').length, patient).toBe(1)
  }
  return { clock, house, here, there }
}

export const heard = (room: Room, text: string) =>
  expect.poll(() => room.alone('ann').join('\n'), patient).toContain(text)
export const carded = ({ there }: World, text: string) => expect.poll(() => there.desk.card(), patient).toContain(text)
export const passed = ({ there }: World, text: string) =>
  expect.poll(() => there.desk.thread().join('\n'), patient).toContain(text)

/** The person has agreed, and waits. */
export async function waiting(world: World): Promise<void> {
  await world.here.tell('ann', 'what is the weather like')
  await heard(world.here, 'It rains.')
  await world.here.tell('ann', 'a human please')
  await heard(world.here, 'Shall I pass it on?')
  await world.here.choose('ann', 'Yes, pass it on')
  await heard(world.here, 'I have passed it on')
}
