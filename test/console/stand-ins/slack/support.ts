import { afterEach } from 'vitest'
import {
  createSlackSimulator,
  type SlackSimulator,
  type SlackSimulatorOptions,
} from '../../../../console/stand-ins/slack/index.ts'

const running: SlackSimulator[] = []
const closers: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  for (const simulator of running.splice(0)) await simulator.stop()
})

/** Run after the test, before the simulator stops. */
export function later(close: () => unknown): void {
  closers.push(close)
}

export async function startSimulator(options: SlackSimulatorOptions = {}): Promise<SlackSimulator> {
  const simulator = createSlackSimulator(options)
  await simulator.start()
  running.push(simulator)
  return simulator
}

/** A clock that stands still until it is moved. */
export function createClock(): { now: () => number; pass: (ms: number) => void } {
  let at = Date.parse('2026-11-21T10:00:00Z')
  return {
    now: () => at,
    pass(ms) {
      at += ms
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read as the JSON they are
type Answer = Record<string, any> & { ok: boolean; error?: string }

export async function call(
  simulator: SlackSimulator,
  method: string,
  args: object = {},
  token = simulator.botToken,
): Promise<Answer> {
  // Reading methods take no JSON.
  const isForm = /^(?:users|conversations|bots|team|oauth)\.|^files\.info$/.test(method)
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json; charset=utf-8'
  const response = await fetch(`${simulator.url}/api/${method}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: isForm ? new URLSearchParams(args as Record<string, string>).toString() : JSON.stringify(args),
  })
  return (await response.json()) as Answer
}

export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 5000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('That never happened')
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

export const button = (action_id: string, text = 'Yes', value = action_id): object => ({
  type: 'button',
  action_id,
  text: { type: 'plain_text', text },
  value,
})
