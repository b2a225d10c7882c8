import type { HandleClient } from '../shared/client.ts'
import type { Delivery } from './delivery.ts'
import type { Faults } from './faults.ts'
import type { BadToken } from './identity/inbound-tokens.ts'
import type { Limits } from './limits.ts'
import type { Looks } from './looks.ts'
import type { People } from './people.ts'
import type { Presses } from './presses.ts'
import type { Call, CallHook } from './rest.ts'
import type { Searches } from './searches.ts'
import type {
  AppSettings,
  BotManifest,
  GroupSettings,
  PersonSettings,
  TeamSettings,
  TenantSettings,
} from './settings.ts'
import type { SignOn } from './sign-on.ts'
import type { Command, Conversation, Dialog, Message } from './view.ts'

export interface TeamsSimulatorOptions {
  /** Default: any free one. The host is always 127.0.0.1. */
  port?: number
  /** A file in which messages, files, installs and the manifest outlive this process. Tokens and keys do not. */
  journal?: string
  /**
   * It is of whoever began it, in this process: its secrets are made anew each time, and only `handleClient` takes what the page asks. Otherwise
   * all of it is known, and whoever reaches it is anybody.
   */
  own?: boolean
  /** Milliseconds since 1970. Decides every id, rate window, deadline and token. */
  now?: () => number
  limits?: Partial<Limits>
  app?: Partial<AppSettings>
  tenant?: TenantSettings
  people?: readonly PersonSettings[]
  teams?: readonly TeamSettings[]
  groups?: readonly GroupSettings[]
  manifest?: BotManifest
  /** What pressing a suggested Action.Submit invokes: documentation and clients spell it differently. Default: the clients' `suggestedActions/submit`. */
  suggestedInvoke?: 'suggestedActions/submit' | 'suggestedAction/submit'
  /** False: the app is installed nowhere until somebody does. */
  installed?: boolean
}

/** Microsoft Teams as one bot meets it, strict where Teams is, and stricter where its limits are not documented. */
export interface TeamsSimulator extends People, Presses, Searches, SignOn, Pick<Looks, 'look'> {
  /** http://127.0.0.1:PORT, known once started. The page's requests are at `${url}/client/`. */
  readonly url: string
  readonly appId: string
  readonly appPassword: string
  readonly tenantId: string
  /** The bot as a member of conversations. */
  readonly botId: string
  /** What activities carry; ends with a slash. The connector is at `${serviceUrl}v3/`. */
  readonly serviceUrl: string
  /** In place of https://graph.microsoft.com. */
  readonly graphUrl: string
  readonly openIdMetadataUrl: string
  /** In place of https://login.microsoftonline.com: `${loginUrl}/{tenant}/oauth2/v2.0/token`. */
  readonly loginUrl: string
  /** In place of https://token.botframework.com: what people have signed in with. */
  readonly tokenStoreUrl: string
  /** In place of http://169.254.169.254: the managed identities of this machine. */
  readonly identityUrl: string
  /** The token endpoint of the app's tenant. */
  readonly tokenUrl: string
  start(): Promise<void>
  stop(): Promise<void>
  handleClient: HandleClient
  /** Where activities go from now on, as it is registered for a bot: `http://127.0.0.1:3978/api/messages`. Sends nothing by itself. */
  connect(botUrl: string): void
  disconnect(): void
  /** What people see now, oldest first; `as`: what this person sees, else everything; `root`: one thread with its first message. */
  messages(conversation: string, options?: { as?: string; root?: string }): Message[]
  conversations(): Conversation[]
  commands(): Command[]
  /** The task module that is open before a person. */
  dialog(user: string): Dialog | undefined
  file(id: string): Buffer | undefined
  /** Replaces what the app's manifest says about its bot. */
  setManifest(manifest: BotManifest): void
  /** The person blocked the bot: their personal chat takes nothing from it. */
  block(user: string, on: boolean): void
  /** Every activity that was sent to the app, once for each attempt. */
  readonly deliveries: readonly Delivery[]
  /** Sends this as it is, once, with the token that is next. */
  deliver(activity: Record<string, unknown>): Promise<Delivery>
  /** Resolves when no activity is under way. */
  idle(): Promise<void>
  /** The next `times` (default 1) attempts carry such a token in place of a good one. */
  sendBadTokens(kind: BadToken, times?: number): void
  /** Every access token issued so far is refused from now on. */
  revokeTokens(): void
  /** Claims that the next access tokens carry in place of the true ones, until `{}`; the connector refuses them. */
  setTokenClaims(claims: Record<string, unknown>): void
  /** The keys that sign activities are replaced by new ones, as happens now and then. */
  rotateKeys(): void
  /** Calls of the connector, and of the login and key endpoints. */
  readonly calls: readonly Call[]
  /** Called when a call has arrived and nothing was done yet; the call waits for it. Returns a way to end it. */
  onCall(hook: CallHook): () => void
  /** Called when a call was done and its answer not yet written, which waits for it. */
  onDone(hook: CallHook): () => void
  readonly faults: Pick<Faults, 'list' | 'set'>
  /** In force at once: rates can be switched off and on. */
  readonly limits: Limits
  /** Deadlines are also looked at all the time; this does it now: activities without an answer, streams, targeted messages. */
  expire(): void
}
