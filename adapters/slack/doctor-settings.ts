import { type Finding, fault, ok, unknown } from '../../src/ports/setup.ts'
import { WHY } from './command-calls.ts'
import type { ConfigToken } from './config-tokens.ts'
import { APPS, type DoctorCall } from './doctor-call.ts'
import { ASK_ABOUT } from './inbound.ts'
import { COMMAND, domainOf, eventsFor, type Wants } from './manifest.ts'
import { mended } from './mend.ts'

/** An app's settings, as far as we read them. */
interface Manifest {
  features?: {
    agent_view?: object
    app_home?: { home_tab_enabled?: boolean }
    shortcuts?: { callback_id?: string }[]
    slash_commands?: Command[]
    unfurl_domains?: string[]
  }
  oauth_config?: { redirect_urls?: string[] }
  settings?: {
    event_subscriptions?: { bot_events?: string[]; request_url?: string }
    interactivity?: { is_enabled?: boolean; request_url?: string; message_menu_options_url?: string }
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
}

type Exported = { manifest: Manifest; token: string } | { fault: string }

async function exportOf(call: DoctorCall, config: ConfigToken, app: string): Promise<Exported> {
  if ('lacks' in config) return { fault: config.lacks }
  const { token, renew } = config
  const told = await call('apps.manifest.export', token, { app_id: app })
  if ('failed' in told) return { fault: told.failed }
  if (told.error === undefined) return { manifest: told.answer['manifest'] as Manifest, token }
  if (renew && /^(?:token_expired|token_revoked|invalid_auth)$/.test(told.error))
    return exportOf(call, await renew(), app)
  return { fault: `Slack refuses SLACK_CONFIG_TOKEN (${told.error}). Make a new one at ${APPS}; it lasts 12 hours.` }
}

/** Puts what is missing into the app's settings; the settings as they are then. */
async function fixed(
  call: DoctorCall,
  { token, app, manifest }: { token: string; app: string; manifest: Manifest },
  ways: Ways,
): Promise<{ finding: Finding; now: Manifest }> {
  const what = 'settings'
  if (!ways.publicUrl && (!ways.bySocket || ways.byOauth)) {
    const say = 'Nothing was changed: where Slack reaches this Parley is not known. Set PUBLIC_URL.'
    return { finding: fault(what, say), now: manifest }
  }
  const { manifest: next, changes } = mended(manifest as Record<string, unknown>, ways)
  if (changes.length === 0) return { finding: ok(what, 'Nothing is missing.'), now: manifest }
  const told = await call('apps.manifest.update', token, { app_id: app, manifest: JSON.stringify(next) })
  const missing = changes.join('; ')
  if ('failed' in told) return { finding: fault(what, `Missing: ${missing}. ${told.failed}`), now: manifest }
  if (told.error) {
    const errors = (told.answer['errors'] ?? []) as { message?: string; pointer?: string }[]
    const why = [told.error, ...errors.map(({ message, pointer }) => `${pointer ?? ''} ${message ?? ''}`.trim())]
    const say = `Missing: ${missing}. Slack does not take the change (${why.join('; ')}): make it at ${APPS}.`
    return { finding: fault(what, say), now: manifest }
  }
  const again =
    told.answer['permissions_updated'] === true ? ' Install the app again, so that its new scopes count.' : ''
  return { finding: ok(what, `Mended: ${missing}.${again}`), now: next as Manifest }
}

/** What stands in the app's settings, which Slack shows to nobody but their owner. `fix`: what is missing there is put into them. */
export async function* lookAtSettings(
  call: DoctorCall,
  config: ConfigToken,
  app: string | undefined,
  ways: Ways & { fix: boolean },
): AsyncGenerator<Finding> {
  const what = 'event subscriptions'
  if ('lacks' in config) return yield unknown(what, config.lacks)
  if (!app) return yield unknown(what, 'It is not known which app this is: mend the tokens first.')
  const exported = await exportOf(call, config, app)
  if ('fault' in exported) return yield fault(what, exported.fault)
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
    : fault(
        what,
        `Missing: ${missing.join(', ')}. Add them under Event Subscriptions of your app, Subscribe to bot events.`,
      )
  yield* addresses(manifest, ways)
  yield interactivity?.is_enabled
    ? ok('interactivity', 'Buttons and shortcuts reach Parley.')
    : fault('interactivity', 'It is off, so buttons do nothing. Switch it on under Interactivity & Shortcuts.')
  yield features?.agent_view
    ? ok('agent', 'People find it in its Messages tab.')
    : fault(
        'agent',
        'The app is not an agent. Switch on Agents & AI Apps, or take over what `parley slack manifest` prints.',
      )
  if (!features?.app_home?.home_tab_enabled) {
    const say = 'It is off, so people find no page of theirs there. Switch it on under App Home, or leave it out.'
    yield unknown('Home tab', say)
  }
  const wanted = [ASK_ABOUT, WHY].filter((id) => !features?.shortcuts?.some(({ callback_id }) => callback_id === id))
  if (wanted.length > 0) {
    const say = `There is no message shortcut ${wanted.join(' and no ')}. Add it under Interactivity & Shortcuts, or leave it out.`
    yield unknown('message shortcut', say)
  }
  if (ways.wants?.unfurls) yield unfurls(manifest, ways.publicUrl)
  yield slashCommand(manifest)
  if (settings.token_rotation_enabled && !ways.byOauth) {
    const say =
      'It is on, so SLACK_BOT_TOKEN ends after 12 hours. Use an app without it, or let the app be installed by SLACK_CLIENT_ID and SLACK_CLIENT_SECRET: those tokens are renewed.'
    yield fault('token rotation', say)
  }
}

function unfurls({ features }: Manifest, publicUrl: string | undefined): Finding {
  const what = 'links of the console'
  if (!publicUrl) return fault(what, 'Whose links Slack is to tell of is not known: set PUBLIC_URL.')
  const domain = domainOf(publicUrl)
  if (features?.unfurl_domains?.includes(domain)) return ok(what, domain)
  return fault(what, `Add ${domain} under Event Subscriptions of your app, App unfurl domains, and install it again.`)
}

function slashCommand({ features, settings }: Manifest): Finding {
  const what = 'slash command'
  const commands = features?.slash_commands ?? []
  // Each command of the app comes to us, so it may be called anything.
  const ours = commands.find(({ command }) => command === COMMAND) ?? commands[0]
  const name = ours?.command
  if (!ours || !name)
    return fault(what, `There is no ${COMMAND}. Add it under Slash Commands of your app, and install it again.`)
  if (!ours.should_escape) {
    const say = `${name} does not tell people by their ids. Tick "Escape channels, users, and links" under Slash Commands.`
    return fault(what, say)
  }
  if (!settings?.socket_mode_enabled && !ours.url)
    return fault(what, `${name} has no Request URL. Set https://…/slack/events for it.`)
  return ok(what, name)
}

/** Where Slack sends events and people. */
function* addresses({ oauth_config, settings = {} }: Manifest, { bySocket, byOauth }: Ways): Generator<Finding> {
  const { event_subscriptions: events, interactivity, socket_mode_enabled: socketMode } = settings
  if (bySocket && !socketMode) yield fault('Socket Mode', 'It is off. Switch it on in your app.')
  if (!bySocket && socketMode) {
    const say = 'It is on, so Slack calls no Request URL. Switch it off in your app, or set SLACK_APP_TOKEN.'
    yield fault('Socket Mode', say)
  } else if (!bySocket) {
    const lacks = [
      ...(events?.request_url ? [] : ['Event Subscriptions']),
      ...(interactivity?.is_enabled && !interactivity.request_url ? ['Interactivity'] : []),
      ...(interactivity?.is_enabled && !interactivity.message_menu_options_url ? ['Select Menus'] : []),
    ]
    if (lacks.length > 0) {
      yield fault('Request URL', `The app has none. Set https://…/slack/events under ${lacks.join(' and ')}.`)
    }
  }
  if (!byOauth) return
  const redirects = oauth_config?.redirect_urls ?? []
  if (!redirects[0]?.endsWith('/slack/oauth_redirect')) {
    const say = `People come back from Slack to ${redirects[0] ?? 'nowhere'}. Set https://…/slack/oauth_redirect as the first Redirect URL under OAuth & Permissions.`
    yield fault('Redirect URL', say)
  }
}
