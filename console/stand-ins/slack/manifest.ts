import { isRecord } from './args.ts'
import { Refusal } from './refusal.ts'
import { EVENT_SCOPES } from './scopes.ts'
import type { SlashCommand } from './slash.ts'
import type { StepFunction } from './steps.ts'

/** What a manifest says that an app here has. */
export interface ReadManifest {
  scopes: readonly string[]
  /** Bot events it is subscribed to. */
  events: readonly string[]
  redirectUrls: readonly string[]
  /** Callback ids of its message shortcuts. */
  shortcuts: readonly string[]
  commands: readonly SlashCommand[]
  interactivity: boolean
  agentView: boolean
  /** The app has a Home tab. */
  homeTab: boolean
  /** Whose links it is told of. */
  unfurlDomains: readonly string[]
  /** Its steps of workflows. */
  functions: Readonly<Record<string, StepFunction>>
  /** Where events go; undefined: to Socket Mode. */
  target: string | undefined
}

interface Shape {
  display_information?: { name?: unknown }
  features?: {
    agent_view?: object
    app_home?: { home_tab_enabled?: boolean }
    shortcuts?: { callback_id?: string; name?: string }[]
    slash_commands?: SlashCommand[]
    unfurl_domains?: string[]
  }
  functions?: Record<string, Partial<StepFunction>>
  oauth_config?: { redirect_urls?: string[]; scopes?: { bot?: string[] } }
  settings?: {
    event_subscriptions?: { bot_events?: string[]; request_url?: string }
    interactivity?: { is_enabled?: boolean }
    socket_mode_enabled?: boolean
    org_deploy_enabled?: boolean
    function_runtime?: string
  }
}

const refused = (pointer: string, message: string): never => {
  throw new Refusal('invalid_manifest', [], { errors: [{ message, pointer }] })
}

/** Stricter than Slack is known to be: an event whose scope is not asked for, and an address that nobody can reach, are refused. */
export function readManifest(given: unknown): ReadManifest {
  if (!isRecord(given)) return refused('/', 'must be an object')
  const { display_information, features = {}, oauth_config = {}, settings = {} } = given as Shape
  if (typeof display_information?.name !== 'string') refused('/display_information', 'requires a name')
  const scopes = oauth_config.scopes?.bot ?? []
  const { bot_events: events = [], request_url } = settings.event_subscriptions ?? {}
  if (new Set(scopes).size < scopes.length) refused('/oauth_config/scopes/bot', 'must hold each scope once')
  for (const event of events) {
    const scope = EVENT_SCOPES[event]
    if (scope && !scopes.includes(scope)) refused('/settings/event_subscriptions', `${event} requires ${scope}`)
  }
  const isSocket = settings.socket_mode_enabled === true
  if (!isSocket && events.length > 0 && !request_url?.startsWith('https://'))
    refused('/settings/event_subscriptions/request_url', 'must be an https URL')
  const shortcuts = (features.shortcuts ?? []).map(({ callback_id }) => callback_id ?? '')
  if (shortcuts.length > 10 || new Set(shortcuts).size < shortcuts.length) refused('/features/shortcuts', 'at most 10')
  const unfurlDomains = features.unfurl_domains ?? []
  if (unfurlDomains.length > 5) refused('/features/unfurl_domains', 'at most 5')
  return {
    functions: readFunctions(given as Shape, events),
    ...{ scopes, events, shortcuts, unfurlDomains },
    redirectUrls: oauth_config.redirect_urls ?? [],
    commands: features.slash_commands ?? [],
    interactivity: settings.interactivity?.is_enabled === true,
    agentView: features.agent_view !== undefined,
    homeTab: features.app_home?.home_tab_enabled === true,
    target: isSocket ? undefined : request_url,
  }
}

const TYPES = new Set(['string', 'slack#/types/user_id'])

/** Documented: steps are to be had in apps that an organisation may install, whose functions run elsewhere. */
function readFunctions({ functions = {}, settings = {} }: Shape, events: readonly string[]) {
  const read = Object.entries(functions).map(([id, step]): [string, StepFunction] => {
    const { title, input_parameters = {}, output_parameters = {} } = step
    if (typeof title !== 'string') return refused(`/functions/${id}`, 'requires a title')
    const parameters = [...Object.values(input_parameters), ...Object.values(output_parameters)]
    for (const { type, title: name } of parameters) {
      if (!TYPES.has(type) || typeof name !== 'string') refused(`/functions/${id}`, 'parameters require type and title')
    }
    return [id, { ...step, title, input_parameters, output_parameters }]
  })
  if (read.length === 0) return {}
  if (settings.org_deploy_enabled !== true)
    refused('/settings/org_deploy_enabled', 'must be true where there are steps')
  if (settings.function_runtime !== 'remote') refused('/settings/function_runtime', 'must be remote')
  if (!events.includes('function_executed')) refused('/settings/event_subscriptions', 'lacks function_executed')
  return Object.fromEntries(read)
}
