import type { Round } from '../../src/ports/proof.ts'
import { lookAtDoors } from './doors.ts'
import { forgetSome } from './forgetting.ts'
import { type House, openHouse, type Terminal } from './house.ts'
import { planOf, type Size } from './plan.ts'
import { playWaves } from './waves.ts'

/** A minute or less on a small machine. */
export const ordinary: Size = { tenants: 4, people: 48, waves: 12, messages: 18, forgotten: 6 }

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * The whole product in a folder of its own, between stand-ins of the platforms and a model that repeats what it was asked: its server
 * is killed in the middle of answers, every door is looked through for others' words, and people are forgotten. Nothing of the
 * operator's is opened. Rejects where it could not be tried at all.
 */
export async function playRound(
  seed: number,
  { size = ordinary, terminal }: { size?: Size; terminal: Terminal },
): Promise<Round> {
  const startedAt = performance.now()
  const plan = planOf(seed, size)
  // Ended as whoever is told to end does, so that the server ends too.
  const leave = () => process.exit(1)
  for (const signal of signals) process.once(signal, leave)
  let house: House | undefined
  try {
    house = await openHouse(plan, terminal)
    const crashes = await playWaves(house, plan)
    const isolation = await lookAtDoors(house, plan)
    const forgotten = await forgetSome(house, plan)
    return {
      ...{ seed, tenants: size.tenants, people: size.people, messages: crashes.messages },
      ...{
        kills: crashes.kills,
        amid: crashes.amid,
        again: crashes.again,
        looks: isolation.looks,
        requests: isolation.requests,
      },
      ...{ forgotten: forgotten.people, rows: forgotten.rows, texts: forgotten.texts, bytes: forgotten.bytes },
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
      faults: [...new Set([...crashes.faults, ...isolation.faults, ...forgotten.faults])],
    }
  } finally {
    await house?.close()
    for (const signal of signals) process.off(signal, leave)
  }
}
