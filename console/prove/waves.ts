import { expected } from './canaries.ts'
import type { House } from './house.ts'
import type { Kill, Plan, Said } from './plan.ts'
import type { Shown } from './stages/index.ts'
import { until } from './until.ts'

/** Nobody waits longer for an answer, a kill and a start in its midst included. */
const patienceMs = 120_000

export interface Crashes {
  messages: number
  kills: number
  /** Kills that came while answers were on their way, and not after the last one. */
  amid: number
  /** Answers that stand twice in Teams, because the server died before it was told that they stand there. */
  again: number
  faults: string[]
}

/** Everybody of a wave writes at once; the server dies in the middle of their answers and is started again. */
export async function playWaves(house: House, { waves }: Plan): Promise<Crashes> {
  const crashes: Crashes = { messages: 0, kills: 0, amid: 0, again: 0, faults: [] }
  for (const { said, kill } of waves) {
    const amid = await playWave(house, said, kill)
    crashes.messages += said.length
    crashes.kills++
    if (amid) crashes.amid++
  }
  // All of them once more: a second answer may come long after the first.
  for (const [n, { said, kill }] of waves.entries()) {
    for (const one of said) {
      const fault = faultOf(one, house.stages.shown(one.place))
      if (fault === 'again') crashes.again++
      else if (fault !== undefined) crashes.faults.push(`wave ${n + 1}, killed as ${told(kill)}: ${fault}`)
    }
  }
  return crashes
}

const told = ({ platform, when, nth }: Kill): string =>
  `change ${nth} of ${platform} ${when === 'done' ? 'was done' : 'arrived'}`

/** Whether the kill came while answers were on their way. */
async function playWave({ stages, model, server }: House, said: readonly Said[], kill: Kill): Promise<boolean> {
  // What is not yet acknowledged when an app dies is the platform's to send again, and Teams does not for long.
  model.hold()
  for (const one of said) stages.say(one)
  await stages.acknowledged()
  let seen = 0
  let dying: Promise<void> | undefined
  const unhook = stages[kill.platform].onChange(kill.when, async () => {
    if (++seen < kill.nth || dying) return dying
    dying = server.kill()
    return dying
  })
  model.open()
  const isAnswered = (one: Said) =>
    stages.shown(one.place).some(({ content, isWhole }) => isWhole && content.includes(expected(one)))
  const left = new Set(said)
  const allAnswered = () => {
    for (const one of left) if (isAnswered(one)) left.delete(one)
    return left.size === 0
  }
  await until(() => dying !== undefined || allAnswered(), patienceMs)
  unhook()
  const amid = dying !== undefined
  await (dying ?? server.kill())
  await server.start()
  await until(allAnswered, patienceMs)
  return amid
}

/**
 * What is wrong with the answer that somebody was given, if anything is. `again`: it stands twice in Teams, or a beginning of it stands above
 * it. Teams tells no bot what it has posted: who dies between posting and hearing of it cannot know better (docs/teams.md).
 */
export function faultOf(said: Said, shown: readonly Shown[]): string | undefined {
  const { canary, place } = said
  const mine = shown.filter(({ content }) => content.includes(canary))
  const whole = mine.filter(({ content, isWhole }) => isWhole && content.includes(expected(said)))
  const where = `${canary} (${place.platform}, ${place.kind})`
  const texts = mine.map(({ content }) => content).join(' | ')
  if (mine.length === 0) return `${where} was not answered; the last there is ${shown.at(-1)?.content ?? 'nothing'}`
  if (mine.length === 1 && whole.length === 1) return undefined
  if (place.platform === 'teams' && mine.length === 2 && whole.includes(mine[1]!)) return 'again'
  return whole.length > 1
    ? `${where} was answered ${whole.length} times: ${texts}`
    : `${where} was answered in pieces: ${texts}`
}
