import type { Place } from '../model/message.ts'
import type { Platform } from '../ports/platform.ts'

/** A place as people name it, or as this Parley writes it to them, with the platform before it: `slack:T0AB/C0XY`, `slack:T0AB:C0XY`. */
export async function namedPlace(
  text: string,
  platforms: readonly Platform[],
): Promise<{ platform: string; within: [Place, ...Place[]]; installation: string } | undefined> {
  const [, platform = '', name = ''] = /^([a-z]+):(.+)$/.exec(text) ?? []
  const setup = await platforms.find(({ id }) => id === platform)?.setup()
  if (!setup) return undefined
  const written = setup.place(name) === undefined ? name.replaceAll(':', '/') : name
  const steps = written.split('/')
  const [place, ...around] = steps.map((_, i) => setup.place(steps.slice(0, steps.length - i).join('/')))
  if (place === undefined || around.includes(undefined)) return undefined
  return { platform, within: [place, ...around.filter((one) => one !== undefined)], installation: steps[0]! }
}
