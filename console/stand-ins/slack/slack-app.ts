import { createDeliveryDesk, type DeliveryDesk } from './delivery.ts'
import { createHttpDelivery, type HttpDelivery } from './http-delivery.ts'
import type { Journal } from './journal.ts'
import type { Limits } from './limits.ts'
import { type ReadManifest, readManifest } from './manifest.ts'
import { createRates } from './rates.ts'
import { createSocketMode, type SocketMode } from './socket-mode.ts'
import type { App } from './workspace.ts'

/** What stands in an app's settings. */
export interface AppSettings extends App, Omit<ReadManifest, 'target'> {
  name: string
  appToken: string
  signingSecret: string
  clientId: string
  clientSecret: string
  tokenRotation: boolean
}

/** An app, wherever it is installed: how it is told of things. */
export interface SlackApp extends AppSettings {
  readonly desk: DeliveryDesk
  readonly socketMode: SocketMode
  readonly http: HttpDelivery
  /** Seconds to wait, or nothing: a connection may be asked for. */
  wait(): number | undefined
  /** Its settings, as Slack shows them to their owner. */
  manifest(): Record<string, unknown>
  /** Changes them; whether it asks for other scopes than before. Throws a Refusal. */
  update(manifest: unknown): boolean
  /** It was installed: from now on it may do what it asks for. */
  installed(): void
  connected(): boolean
  /** Events, interactions and commands go to this URL, signed; undefined: to Socket Mode, as at first. */
  sendEventsTo(url: string | undefined): void
  close(): Promise<void>
}

/** What an app of ours asks for and listens to, unless a test says otherwise. */
export const SCOPES = [
  'app_mentions:read',
  'assistant:write',
  'channels:history',
  'channels:read',
  'chat:write',
  'commands',
  'files:read',
  'files:write',
  'groups:history',
  'groups:read',
  'im:history',
  'mpim:history',
  'usergroups:read',
  'users:read',
]
export const EVENTS = [
  'agent_session_stopped',
  'app_home_opened',
  'app_mention',
  'app_uninstalled',
  'channel_deleted',
  'group_deleted',
  'member_joined_channel',
  'message.channels',
  'message.groups',
  'message.im',
  'message.mpim',
  'tokens_revoked',
]

export function createApp(
  settings: AppSettings,
  common: { limits: Limits; now: () => number; url: () => string; journal: () => Journal; changed: () => void },
): SlackApp {
  const socketMode = createSocketMode({ ...common, appId: settings.id })
  const http = createHttpDelivery({ ...common, signingSecret: settings.signingSecret })
  const receiver = (): typeof http.send | undefined => {
    if (http.target !== undefined) return http.send
    return socketMode.open > 0 ? socketMode.send : undefined
  }
  const desk = createDeliveryDesk({ ...common, receiver })
  const connected = (): boolean => http.target !== undefined || socketMode.open > 0
  const changed = (): void => {
    common.changed()
    if (connected()) desk.connected()
  }
  socketMode.onChange(changed)
  const rates = createRates(common)
  let asked = settings.scopes
  const app: SlackApp = {
    ...settings,
    wait: () => rates.take('apps.connections.open'),
    manifest: () => manifestOf({ ...app, scopes: asked }, http.target),
    update(manifest) {
      const { scopes, target, ...set } = readManifest(manifest)
      const isOther = [...scopes].sort().join() !== [...asked].sort().join()
      asked = scopes
      Object.assign(app, set)
      app.sendEventsTo(target)
      return isOther
    },
    installed() {
      app.scopes = asked
    },
    desk,
    socketMode,
    http,
    connected,
    sendEventsTo(url) {
      http.target = url
      changed()
    },
    async close() {
      desk.stop()
      await socketMode.close()
      http.close()
    },
  }
  return app
}

function manifestOf(settings: AppSettings, target: string | undefined): Record<string, unknown> {
  const { name, scopes, events, redirectUrls, shortcuts, commands, interactivity, agentView, homeTab, tokenRotation } =
    settings
  const hasSteps = Object.keys(settings.functions).length > 0
  const request = target === undefined ? {} : { request_url: target }
  return {
    display_information: { name },
    features: {
      ...(agentView && { agent_view: { agent_description: name } }),
      app_home: { home_tab_enabled: homeTab, messages_tab_enabled: true },
      bot_user: { display_name: name, always_online: true },
      shortcuts: shortcuts.map((callback_id) => ({
        name: callback_id,
        type: 'message',
        callback_id,
        description: name,
      })),
      slash_commands: commands.map((each) => ({ ...each, ...(target !== undefined && { url: target }) })),
      ...(settings.unfurlDomains.length > 0 && { unfurl_domains: settings.unfurlDomains }),
    },
    ...(hasSteps && { functions: settings.functions }),
    oauth_config: { redirect_urls: redirectUrls, scopes: { bot: scopes } },
    settings: {
      event_subscriptions: { ...request, bot_events: events },
      interactivity: {
        is_enabled: interactivity,
        ...request,
        ...(target !== undefined && { message_menu_options_url: target }),
      },
      ...(hasSteps && { org_deploy_enabled: true, function_runtime: 'remote' }),
      socket_mode_enabled: target === undefined,
      token_rotation_enabled: tokenRotation,
    },
  }
}
