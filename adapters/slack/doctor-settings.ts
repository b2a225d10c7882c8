import type { Language, Texts } from '../../src/lib/language.ts'
import { type Finding, fault, ok, unknown } from '../../src/ports/setup.ts'
import { WHY } from './command-calls.ts'
import type { ConfigToken } from './config-tokens.ts'
import { APPS, type DoctorCall } from './doctor-call.ts'
import { ASK_ABOUT } from './interactions.ts'
import { COMMAND, domainOf, eventsFor, type Wants } from './manifest.ts'
import { mended } from './mend.ts'
import { ASK_AGENT } from './step-run.ts'
import { words as all } from './words/index.ts'

const words = all.doctor

/** An app's settings, as far as we read them. */
interface Manifest {
  features?: {
    agent_view?: object
    app_home?: { home_tab_enabled?: boolean }
    shortcuts?: { callback_id?: string }[]
    slash_commands?: Command[]
    unfurl_domains?: string[]
  }
  functions?: Record<string, unknown>
  oauth_config?: { redirect_urls?: string[] }
  settings?: {
    event_subscriptions?: { bot_events?: string[]; request_url?: string }
    interactivity?: { is_enabled?: boolean; request_url?: string; message_menu_options_url?: string }
    function_runtime?: string
    socket_mode_enabled?: boolean
    token_rotation_enabled?: boolean
  }
}

interface Command {
  command?: string
  url?: string
  should_escape?: boolean
}

/** How this Parley means to be told of things, of which, and to be installed. */
interface Ways {
  bySocket: boolean
  byOauth: boolean
  wants: Wants | undefined
  publicUrl: string | undefined
  language: Language
}

type Exported = { manifest: Manifest; token: string } | { fault: Texts }

async function exportOf(call: DoctorCall, config: ConfigToken, app: string): Promise<Exported> {
  if ('lacks' in config) return { fault: config.lacks }
  const { token, renew } = config
  const told = await call('apps.manifest.export', token, { app_id: app })
  if ('failed' in told) return { fault: told.failed }
  if (told.error === undefined) return { manifest: told.answer['manifest'] as Manifest, token }
  if (renew && /^(?:token_expired|token_revoked|invalid_auth)$/.test(told.error))
    return exportOf(call, await renew(), app)
  return { fault: words.configTokenRefused(told.error, APPS) }
}

/** Puts what is missing into the app's settings; the settings as they are then. */
async function fixed(
  call: DoctorCall,
  { token, app, manifest }: { token: string; app: string; manifest: Manifest },
  ways: Ways,
): Promise<{ finding: Finding; now: Manifest }> {
  const what = 'settings'
  const { language } = ways
  if (!ways.publicUrl && (!ways.bySocket || ways.byOauth)) {
    return { finding: fault(what, words.nothingMended[language]), now: manifest }
  }
  const { manifest: next, changes } = mended(manifest as Record<string, unknown>, ways)
  if (changes.length === 0) return { finding: ok(what, words.nothingMissing[language]), now: manifest }
  const told = await call('apps.manifest.update', token, { app_id: app, manifest: JSON.stringify(next) })
  const missing = changes.join('; ')
  if ('failed' in told) {
    return { finding: fault(what, words.stillMissing(missing, told.failed[language])[language]), now: manifest }
  }
  if (told.error) {
    const errors = (told.answer['errors'] ?? []) as { message?: string; pointer?: string }[]
    const why = [told.error, ...errors.map(({ message, pointer }) => `${pointer ?? ''} ${message ?? ''}`.trim())]
    const say = words.notMended(why.join('; '), APPS)[language]
    return { finding: fault(what, words.stillMissing(missing, say)[language]), now: manifest }
  }
  const again = told.answer['permissions_updated'] === true ? [words.installAgain[language]] : []
  return { finding: ok(what, [words.mended(missing)[language], ...again].join(' ')), now: next as Manifest }
}

/** What stands in the app's settings, which Slack shows to nobody but their owner. `fix`: what is missing there is put into them. */
export async function* lookAtSettings(
  call: DoctorCall,
  config: ConfigToken,
  app: string | undefined,
  ways: Ways & { fix: boolean },
): AsyncGenerator<Finding> {
  const what = 'event subscriptions'
  const { language } = ways
  if ('lacks' in config) return yield unknown(what, config.lacks[language])
  if (!app) return yield unknown(what, words.whichApp[language])
  const exported = await exportOf(call, config, app)
  if ('fault' in exported) return yield fault(what, exported.fault[language])
  const { token } = exported
  let { manifest } = exported
  if (ways.fix) {
    const { finding, now } = await fixed(call, { token, app, manifest }, ways)
    yield finding
    manifest = now
  }
  const { features, settings = {} } = manifest
  const { event_subscriptions: events, interactivity } = settings
  const needed = eventsFor(ways.wants)
  const missing = needed.filter((event) => !events?.bot_events?.includes(event))
  yield missing.length === 0
    ? ok(what, needed.join(', '))
    : fault(what, words.eventsMissing(missing.join(', '))[language])
  yield* addresses(manifest, ways)
  yield interactivity?.is_enabled
    ? ok('interactivity', words.interacts[language])
    : fault('interactivity', words.interactsNot[language])
  yield features?.agent_view ? ok('agent', words.isAgent[language]) : fault('agent', words.isNoAgent[language])
  if (!features?.app_home?.home_tab_enabled) {
    yield unknown('Home tab', words.noHome[language])
  }
  const wanted = [ASK_ABOUT, WHY].filter((id) => !features?.shortcuts?.some(({ callback_id }) => callback_id === id))
  if (wanted.length > 0) {
    yield unknown('message shortcut', words.noShortcuts(wanted)[language])
  }
  if (ways.wants?.unfurls) yield unfurls(manifest, ways)
  if (ways.wants?.steps) yield workflowStep(manifest, language)
  yield slashCommand(manifest, language)
  if (settings.token_rotation_enabled && !ways.byOauth) {
    yield fault('token rotation', words.tokensEnd[language])
  }
}

function unfurls({ features }: Manifest, { publicUrl, language }: Ways): Finding {
  const what = 'links of the console'
  if (!publicUrl) return fault(what, words.noPublicUrl[language])
  const domain = domainOf(publicUrl)
  return features?.unfurl_domains?.includes(domain) ? ok(what, domain) : fault(what, words.noDomain(domain)[language])
}

function workflowStep({ functions, settings }: Manifest, language: Language): Finding {
  const isThere = functions?.[ASK_AGENT] !== undefined && settings?.function_runtime === 'remote'
  return isThere ? ok('workflow step', ASK_AGENT) : fault('workflow step', words.noStep[language])
}

function slashCommand({ features, settings }: Manifest, language: Language): Finding {
  const what = 'slash command'
  const commands = features?.slash_commands ?? []
  // Each command of the app comes to us, so it may be called anything.
  const ours = commands.find(({ command }) => command === COMMAND) ?? commands[0]
  const name = ours?.command
  if (!ours || !name) return fault(what, words.noCommand(COMMAND)[language])
  if (!ours.should_escape) return fault(what, words.escapesNot(name)[language])
  if (!settings?.socket_mode_enabled && !ours.url) return fault(what, words.commandNowhere(name)[language])
  return ok(what, name)
}

/** Where Slack sends events and people. */
function* addresses(
  { oauth_config, settings = {} }: Manifest,
  { bySocket, byOauth, language }: Ways,
): Generator<Finding> {
  const { event_subscriptions: events, interactivity, socket_mode_enabled: socketMode } = settings
  if (bySocket && !socketMode) yield fault('Socket Mode', words.socketOff[language])
  if (!bySocket && socketMode) {
    yield fault('Socket Mode', words.socketOn[language])
  } else if (!bySocket) {
    const lacks = [
      ...(events?.request_url ? [] : ['Event Subscriptions']),
      ...(interactivity?.is_enabled && !interactivity.request_url ? ['Interactivity'] : []),
      ...(interactivity?.is_enabled && !interactivity.message_menu_options_url ? ['Select Menus'] : []),
    ]
    if (lacks.length > 0) yield fault('Request URL', words.noUrl(lacks)[language])
  }
  if (!byOauth) return
  const redirects = oauth_config?.redirect_urls ?? []
  if (!redirects[0]?.endsWith('/slack/oauth_redirect')) {
    yield fault('Redirect URL', words.redirects(redirects[0])[language])
  }
}
