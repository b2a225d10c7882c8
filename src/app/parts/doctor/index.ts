import type { InstallationView } from '../../../admin/approvals.ts'
import { type Admin, listInstalled } from '../../../admin/index.ts'
import type { Language } from '../../../lib/language.ts'
import type { PlatformId } from '../../../model/message.ts'
import type { Installation } from '../../../ports/installations.ts'
import type { Notes } from '../../../ports/notes.ts'
import type { Platform } from '../../../ports/platform.ts'
import type { Secrets } from '../../../ports/secrets.ts'
import { type Finding, unknown } from '../../../ports/setup.ts'
import type { Store } from '../../../store/index.ts'
import type { RefusingPlace } from '../../../store/refusals.ts'
import { words as all } from '../../words/index.ts'
import { type HouseParts, houseFindings } from './house.ts'

const words = all.doctor

/** What a server that runs, or ran, has kept. */
export interface Opened {
  store: Store
  admin: Pick<Admin, 'approvals'>
  secrets: Secrets
  close(): Promise<void>
}

export interface DoctorParts extends HouseParts {
  /** All there are. */
  platforms: readonly Platform[]
  open(): Promise<Opened>
}

/** Looks at everything: the platforms that are connected, and what stands beside them. */
export async function findings(parts: DoctorParts): Promise<Finding[]> {
  const { config, platforms, language } = parts
  const connected = platforms.filter(({ id }) => config.platforms[id] !== undefined)
  const found: Finding[] = []
  for (const platform of connected) {
    // Of several, each says whose it is.
    for (const one of await findingsOf(platform, parts)) found.push({ ...one, what: `${platform.id}, ${one.what}` })
  }
  if (connected.length === 0) {
    found.push(unknown('platforms', words.noPlatform(platforms.map(({ id }) => id).join(', '))[language]))
  }
  for await (const one of houseFindings(parts)) found.push(one)
  return found
}

/** What is well between a platform and Parley, and what is not. */
export async function findingsOf(
  platform: Platform,
  { config, url, open, language }: DoctorParts,
  { fix = false } = {},
): Promise<Finding[]> {
  const { installations, waiting, refusing, notes, close } = await keptOf(platform.id, open)
  const found: Finding[] = []
  try {
    const setup = await platform.setup()
    const settings = config.platforms[platform.id]
    const given = { env: config.env, url, language, installations, settings, notes, fix }
    for await (const finding of setup.diagnose(given)) found.push(finding)
  } finally {
    await close()
  }
  return [...found, ...waiting.map((one) => waits(one, language)), ...refusing.map((one) => refuses(one, language))]
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

/** Nothing where the database cannot be opened, of which the house tells. */
async function keptOf(platform: PlatformId, open: DoctorParts['open']): Promise<Kept> {
  const opened = await open().catch(() => undefined)
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
function waits({ platform, id, name, since }: InstallationView, language: Language): Finding {
  const decide = words.decide(`parley installations approve ${platform} ${id}`)[language]
  return unknown(id, words.waits(name, new Date(since).toISOString(), decide)[language])
}

/** Not a fault of the set-up: people may ask wherever they can write, also where the app may not. */
function refuses({ place, detail, since, count }: RefusingPlace, language: Language): Finding {
  return unknown(place, words.refuses(count, new Date(since).toISOString(), detail)[language])
}
