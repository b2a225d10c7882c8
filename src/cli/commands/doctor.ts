import { listInstalled } from '../../admin/index.ts'
import { setups } from '../../app/parts/setups.ts'
import { type Environment, loadConfig } from '../../config/index.ts'
import type { Platform } from '../../model/message.ts'
import type { Installation } from '../../ports/installations.ts'
import { type Finding, unknown } from '../../ports/setup.ts'
import type { RefusingPlace } from '../../store/refusals.ts'
import { type FileCommand, jsonOption, text } from '../command.ts'
import { usage } from '../failure.ts'
import { open } from '../open.ts'

const marks: Record<Finding['state'], string> = { ok: 'ok     ', fault: 'FAULT  ', unknown: '?      ' }

export const doctorCommands: FileCommand[] = [
  {
    name: 'doctor',
    summary: 'Check everything between a platform and Parley, and say what to mend.',
    arguments: [{ name: 'platform', about: Object.keys(setups).join(', ') }],
    options: { json: jsonOption },
    async look({ env, given, answer }) {
      const platform = text(given['platform'])!
      const load = Object.hasOwn(setups, platform) ? setups[platform] : undefined
      if (!load) throw usage(`${platform} is not a platform of Parley: ${Object.keys(setups).join(', ')}.`)
      const config = loadConfig(env)
      const host = config.host.includes(':') ? `[${config.host}]` : config.host
      const url = `http://${host === '0.0.0.0' || host === '[::]' ? '127.0.0.1' : host}:${config.port}`
      const { installations, refusing } = await keptOf(platform as Platform, env)
      const findings: Finding[] = []
      const setup = await load()
      for await (const finding of setup.diagnose({ env: config.env, url, installations })) findings.push(finding)
      findings.push(...refusing.map(toFinding))
      answer(findings.map(({ what, state, say }) => `${marks[state]}${what}: ${say}`).join('\n'), findings)
      return findings.every(({ state }) => state !== 'fault')
    },
  },
]

/** What a server that runs, or ran, has kept of a platform. */
async function keptOf(
  platform: Platform,
  env: Environment,
): Promise<{ installations: Installation[]; refusing: RefusingPlace[] }> {
  const { store, secrets, close } = await open(env, { info() {}, warn() {} })
  try {
    const installations = await listInstalled({ store, secrets }, platform)
    const refusing = await store.refusals.list()
    return { installations, refusing: refusing.filter((one) => one.platform === platform) }
  } finally {
    await close()
  }
}

/** Not a fault of the set-up: people may ask wherever they can write, also where the app may not. */
function toFinding({ place, detail, since, count }: RefusingPlace): Finding {
  const times = `${count} ${count === 1 ? 'time' : 'times'} since ${new Date(since).toISOString()}`
  const say = `It has refused answers ${times} (${detail}). Whoever asks there is told alone; let the app write there.`
  return unknown(place, say)
}
