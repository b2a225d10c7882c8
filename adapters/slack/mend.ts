import { COMMAND, manifest, type Wants } from './manifest.ts'
import { ASK_AGENT } from './step-run.ts'

type Json = Record<string, unknown>

/** What the settings of an app are to be at least. */
export interface Needed {
  wants: Wants | undefined
  bySocket: boolean
  byOauth: boolean
  /** Where Slack and people reach this Parley. */
  publicUrl: string | undefined
}

export interface Mended {
  manifest: Json
  /** What is otherwise in it, a line each. */
  changes: string[]
}

/**
 * An app's settings with what this Parley needs of them. Nothing is taken away, and what people have chosen (names, descriptions, the name of
 * the command) stays as it is.
 */
export function mended(has: Json, { wants, bySocket, byOauth, publicUrl }: Needed): Mended {
  const url = bySocket && !byOauth ? undefined : publicUrl
  const ours = JSON.parse(manifest({ name: 'Parley', ...wants, url, publicUrl })) as Ours
  const { agent_view, app_home, shortcuts, slash_commands, unfurl_domains } = ours.features
  const features = (has['features'] ?? {}) as Partial<Ours['features']>
  const held = features.slash_commands?.find(({ command }) => command === COMMAND) ?? features.slash_commands?.[0]
  const [own] = slash_commands
  const hasSteps = isObject(has['functions']) && ASK_AGENT in has['functions']
  const kept = held && {
    command: held.command,
    should_escape: true,
    ...(own!['url'] !== undefined && { url: own!['url'] }),
  }
  const needed: Json = {
    // What people have written there of the step stays.
    ...(ours.functions && !hasSteps && { functions: ours.functions }),
    features: {
      ...(!features.agent_view && { agent_view }),
      app_home,
      shortcuts: shortcuts.filter((one) => !features.shortcuts?.some((other) => idOf(other) === idOf(one))),
      slash_commands: [kept ?? own],
      ...(unfurl_domains && { unfurl_domains }),
    },
    oauth_config: {
      ...(byOauth && { redirect_urls: ours.oauth_config.redirect_urls }),
      scopes: ours.oauth_config.scopes,
    },
    settings: {
      event_subscriptions: ours.settings.event_subscriptions,
      interactivity: ours.settings.interactivity,
      socket_mode_enabled: bySocket,
      ...(wants?.steps && { function_runtime: 'remote', org_deploy_enabled: true }),
    },
  }
  const changes: string[] = []
  return { manifest: covering(has, needed, '', changes) as Json, changes }
}

interface Ours {
  functions?: Json
  features: {
    agent_view: Json
    app_home: Json
    shortcuts: Json[]
    slash_commands: Json[]
    unfurl_domains?: string[]
  }
  oauth_config: { redirect_urls?: string[]; scopes: { bot: string[] } }
  settings: { event_subscriptions: Json; interactivity: Json }
}

/** What tells entries of a list apart. */
const idOf = (entry: unknown): unknown => (isObject(entry) ? (entry['callback_id'] ?? entry['command']) : entry)

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first, where it lacks something of the second with that. */
function covering(has: unknown, needed: unknown, path: string, changes: string[]): unknown {
  if (Array.isArray(needed)) return listed(Array.isArray(has) ? has : [], needed, path, changes)
  if (!isObject(needed)) {
    // What is not said is off.
    if (has !== needed && (has ?? false) !== needed) changes.push(`${path}: ${String(needed)}`)
    return needed
  }
  const old = isObject(has) ? has : {}
  const entries = Object.entries(needed).map(([name, value]) => [
    name,
    covering(old[name], value, path === '' ? name : `${path}.${name}`, changes),
  ])
  return { ...old, ...Object.fromEntries(entries) }
}

function listed(has: readonly unknown[], needed: readonly unknown[], path: string, changes: string[]): unknown[] {
  const find = (entry: unknown) => needed.find((one) => idOf(one) === idOf(entry))
  const same = has.map((entry) => {
    const wanted = find(entry)
    return isObject(wanted) ? covering(entry, wanted, `${path}.${String(idOf(entry))}`, changes) : entry
  })
  const lacking = needed.filter((one) => !has.some((entry) => idOf(entry) === idOf(one)))
  if (lacking.length > 0) changes.push(`${path}: + ${lacking.map((one) => String(idOf(one))).join(', ')}`)
  if (!path.endsWith('redirect_urls')) return [...same, ...lacking]
  // Slack sends people back to the first address.
  const isFirst = lacking.length > 0 || idOf(has[0]) === idOf(needed[0])
  if (!isFirst) changes.push(`${path}: ${String(needed[0])} first`)
  return [...needed, ...same.filter((entry) => !find(entry))]
}
