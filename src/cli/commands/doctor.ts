import { type DoctorParts, findings, findingsOf } from '../../app/parts/doctor/index.ts'
import type { Config } from '../../config/index.ts'
import { languageAt } from '../../lib/language.ts'
import { text, usage } from '../../ports/command-line.ts'
import type { Platform } from '../../ports/platform.ts'
import type { Finding } from '../../ports/setup.ts'
import { type FileCommand, jsonOption } from '../command.ts'
import { open } from '../open.ts'
import { listOf, platformNamed } from '../platforms.ts'

const marks: Record<Finding['state'], string> = { ok: 'ok     ', fault: 'FAULT  ', unknown: '?      ' }

export const doctorCommands = (platforms: readonly Platform[]): FileCommand[] => [
  {
    name: 'doctor',
    summary:
      'Check everything: platforms, database, Redis, disk, models, the public address; or one platform. Says what to mend.',
    arguments: [
      { name: 'platform', about: `${listOf(platforms)}; without one, all that are connected.`, optional: true },
    ],
    options: {
      fix: {
        about:
          'What is missing in the settings of the platform’s app is put into them, where that can be done from here.',
      },
      json: jsonOption,
    },
    async look({ config: load, given, answer }) {
      const name = text(given['platform'])
      const asked = name === undefined ? undefined : platformNamed(platforms, name)
      const fix = given['fix'] === true
      if (fix && !(asked && (await asked.setup()).fixes)) throw usage(await whoFixes(platforms))
      const config = load()
      const host = config.host.includes(':') ? `[${config.host}]` : config.host
      const url = `http://${host === '0.0.0.0' || host === '[::]' ? '127.0.0.1' : host}:${config.port}`
      const parts = doctorAt(config, platforms, url)
      // What is asked of a platform alone is told of it alone.
      const found = await (asked ? findingsOf(asked, parts, { fix }) : findings(parts))
      answer(found.map(lineOf).join('\n'), found)
      return found.every(({ state }) => state !== 'fault')
    },
  },
]

async function whoFixes(platforms: readonly Platform[]): Promise<string> {
  const all = await Promise.all(platforms.map(async ({ id, setup }) => ((await setup()).fixes ? [id] : [])))
  return `--fix needs a platform whose app can be mended from here: ${all.flat().join(', ')}.`
}

/** Who looks from a terminal, also beside a server that runs. */
export const doctorAt = (config: Config, platforms: readonly Platform[], url: string): DoctorParts => ({
  ...{ config, platforms, url, language: languageAt(config.env) },
  open: () => open(config, platforms, { info() {}, warn() {} }),
})

/** A finding as the terminal shows it. */
export const lineOf = ({ what, state, say }: Finding): string => `${marks[state]}${what}: ${say}`
