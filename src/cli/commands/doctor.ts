import type { InstallationView } from '../../admin/approvals.ts'
import { listInstalled } from '../../admin/index.ts'
import type { Config } from '../../config/index.ts'
import { countedEn } from '../../lib/counts.ts'
import type { PlatformId } from '../../model/message.ts'
import { text } from '../../ports/command-line.ts'
import type { Installation } from '../../ports/installations.ts'
import type { Notes } from '../../ports/notes.ts'
import type { Platform } from '../../ports/platform.ts'
import { type Finding, unknown } from '../../ports/setup.ts'
import type { RefusingPlace } from '../../store/refusals.ts'
import { type FileCommand, jsonOption } from '../command.ts'
import { houseFindings } from '../doctor/house.ts'
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
    options: { json: jsonOption },
    async look({ config: load, given, answer }) {
      const name = text(given['platform'])
      const asked = name === undefined ? undefined : platformNamed(platforms, name)
      const config = load()
      const connected = platforms.filter(({ id }) => config.platforms[id] !== undefined)
      const looked = asked ? [asked] : connected
      const host = config.host.includes(':') ? `[${config.host}]` : config.host
      const url = `http://${host === '0.0.0.0' || host === '[::]' ? '127.0.0.1' : host}:${config.port}`
      const findings: Finding[] = []
      for (const platform of looked) {
        const found = await findingsOf(platform, config, { platforms, url })
        // Of several, each says whose it is.
        findings.push(...found.map((one) => (asked ? one : { ...one, what: `${platform.id}, ${one.what}` })))
      }
      if (looked.length === 0) findings.push(unknown('platforms', `None is connected: ${listOf(platforms)} can be.`))
      // What is asked of a platform alone is told of it alone.
      if (!asked) for await (const finding of houseFindings(config, { platforms, url })) findings.push(finding)
      answer(findings.map(lineOf).join('\n'), findings)
      return findings.every(({ state }) => state !== 'fault')
    },
  },
]

/** A finding as the terminal shows it. */
export const lineOf = ({ what, state, say }: Finding): string => `${marks[state]}${what}: ${say}`

/** What is well between a platform and Parley, and what is not. */
export async function findingsOf(
  platform: Platform,
  config: Config,
  { platforms, url }: { platforms: readonly Platform[]; url: string },
): Promise<Finding[]> {
  const { installations, waiting, refusing, notes, close } = await keptOf(platform.id, config, platforms)
  const findings: Finding[] = []
  try {
    const setup = await platform.setup()
    const settings = config.platforms[platform.id]
    const given = { env: config.env, url, installations, settings, notes }
    for await (const finding of setup.diagnose(given)) findings.push(finding)
  } finally {
    await close()
  }
  return [...findings, ...waiting.map(waits), ...refusing.map(refuses)]
}

interface Kept {
  installations: Installation[]
  waiting: InstallationView[]
  refusing: RefusingPlace[]
  notes: Pick<Notes, 'get'>
  close(): Promise<void>
}

const nothingKept: Kept = {
  installations: [],
  waiting: [],
  refusing: [],
  notes: { get: async () => undefined },
  close: async () => {},
}

/** What a server that runs, or ran, has kept of a platform; nothing where its database cannot be opened, of which the house tells. */
async function keptOf(platform: PlatformId, config: Config, platforms: readonly Platform[]): Promise<Kept> {
  const opened = await open(config, platforms, { info() {}, warn() {} }).catch(() => undefined)
  if (!opened) return nothingKept
  const { store, admin, secrets, close } = opened
  try {
    const installations = await listInstalled({ store, secrets }, platform)
    const all = await admin.approvals.list({ platform })
    const refusing = await store.refusals.list()
    return {
      installations,
      waiting: all.filter(({ status, removedAt }) => status === 'waiting' && removedAt === null),
      refusing: refusing.filter((one) => one.platform === platform),
      notes: store.notes(platform),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Not a fault of the set-up: strangers may install the app, and it is an owner who decides. */
function waits({ platform, id, name, since }: InstallationView): Finding {
  const decide = `\`parley installations approve ${platform} ${id}\`, or \`refuse\``
  return unknown(id, `${name} has waited for approval since ${new Date(since).toISOString()}: ${decide}.`)
}

/** Not a fault of the set-up: people may ask wherever they can write, also where the app may not. */
function refuses({ place, detail, since, count }: RefusingPlace): Finding {
  const times = `${countedEn(count, 'time')} since ${new Date(since).toISOString()}`
  const say = `It has refused answers ${times} (${detail}). Whoever asks there is told alone; let the app write there.`
  return unknown(place, say)
}
