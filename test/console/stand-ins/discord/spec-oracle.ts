// @ts-expect-error The package names no types for its zod schemas.
import * as spec from 'discord-api-spec/zod'
import type { Call } from '../../../../console/stand-ins/discord/index.ts'

/** What of the generated zod schemas is used here. */
interface Schema {
  safeParse(value: unknown): { success: true } | { success: false; error: { issues: unknown[] } }
}

const schemas: Record<string, Schema> = spec

/** A call's body or answer may be any of these; `[]` after a name: a list of them. */
interface Expected {
  request?: string[]
  response?: string[]
}

const message: Expected = { response: ['MessageResponse'] }
const answer: Expected = { request: ['IncomingWebhookUpdateRequestPartial'], ...message }
const channel = ['GuildChannelResponse', 'PrivateChannelResponse', 'ThreadResponse']
const commands = '/applications/{application}/commands'
const guildCommands = '/applications/{application}/guilds/{guild}/commands'
const create: Expected = { request: ['ApplicationCommandCreateRequest'], response: ['ApplicationCommandResponse'] }
const overwrite: Expected = {
  request: ['ApplicationCommandUpdateRequest[]'],
  response: ['ApplicationCommandResponse[]'],
}

const EXPECTED: Record<string, Expected> = {
  'GET /gateway/bot': { response: ['GatewayBotResponse'] },
  'GET /users/@me': { response: ['UserPIIResponse'] },
  'GET /users/{user}': { response: ['UserResponse'] },
  'GET /guilds/{guild}': { response: ['GuildWithCountsResponse'] },
  'GET /guilds/{guild}/roles': { response: ['GuildRoleResponse[]'] },
  'GET /guilds/{guild}/members/{user}': { response: ['GuildMemberResponse'] },
  'GET /guilds/{guild}/threads/active': { response: ['ThreadsResponse'] },
  'GET /channels/{channel}': { response: channel },
  'PATCH /channels/{channel}': { request: ['UpdateThreadRequestPartial'], response: channel },
  'POST /users/@me/channels': { request: ['CreatePrivateChannelRequest'], response: ['PrivateChannelResponse'] },
  'POST /channels/{channel}/messages': { request: ['MessageCreateRequest'], ...message },
  'GET /channels/{channel}/messages': { response: ['MessageResponse[]'] },
  'GET /channels/{channel}/messages/{message}': message,
  'PATCH /channels/{channel}/messages/{message}': { request: ['MessageEditRequestPartial'], ...message },
  'POST /channels/{channel}/messages/{message}/threads': {
    request: ['CreateTextThreadWithMessageRequest'],
    response: ['ThreadResponse'],
  },
  'POST /channels/{channel}/threads': {
    request: ['CreateTextThreadWithoutMessageRequest'],
    response: ['CreatedThreadResponse'],
  },
  'POST /interactions/{interaction}/{token}/callback': {
    request: [
      'ApplicationCommandAutocompleteCallbackRequest',
      'CreateMessageInteractionCallbackRequest',
      'ModalInteractionCallbackRequest',
      'UpdateMessageInteractionCallbackRequest',
    ],
    response: ['InteractionCallbackResponse'],
  },
  'POST /webhooks/{application}/{token}': { request: ['IncomingWebhookRequestPartial'], ...message },
  'GET /webhooks/{application}/{token}/messages/{message}': message,
  'PATCH /webhooks/{application}/{token}/messages/{message}': answer,
  [`POST ${commands}`]: create,
  [`PUT ${commands}`]: overwrite,
  [`POST ${guildCommands}`]: create,
  [`PUT ${guildCommands}`]: overwrite,
}

/** What Discord's own OpenAPI description has against calls that the simulator accepted, or against its answers. */
export function againstSpec(calls: readonly Call[]): string[] {
  return calls
    .filter(({ status, fault }) => status >= 200 && status < 300 && !fault)
    .flatMap(({ route, body, response }) => {
      const { request: asked, response: told } = EXPECTED[route] ?? {}
      return [
        ...(asked ? complaints(`${route} takes`, asked, asSent(body)) : []),
        ...(told && response !== undefined ? complaints(`${route} answers`, told, response) : []),
      ]
    })
}

/** Whether the description would take this body for a call of this route. */
export function specTakes(route: string, body: unknown): boolean {
  return complaints('', EXPECTED[route]!.request!, asSent(body)).length === 0
}

function complaints(what: string, names: string[], value: unknown): string[] {
  const reasons = names.map((name) => reject(name, plain(value)))
  if (reasons.includes(undefined)) return []
  return [`${what} no ${names.join(' or ')}: ${JSON.stringify(reasons)}`]
}

/** Why it is not one of those; undefined: it is. */
function reject(name: string, value: unknown): unknown {
  if (name.endsWith('[]')) {
    const reasons = (value as unknown[])
      .map((each) => reject(name.slice(0, -2), each))
      .filter((each) => each !== undefined)
    return reasons.length > 0 ? reasons : undefined
  }
  const result = schemas[`${name}Schema`]!.safeParse(value)
  return result.success ? undefined : result.error.issues
}

/** The description knows times only with a Z. */
function plain(value: unknown): unknown {
  return mapped(value, (_, each) =>
    typeof each === 'string' ? each.replace(/^(\d{4}-\d{2}-\d{2}T[\d:.]+)\+00:00$/, '$1Z') : each,
  )
}

/** In requests it takes permissions for a number, though Discord and every library have them as text. */
function asSent(value: unknown): unknown {
  return mapped(value, (key, each) =>
    key === 'default_member_permissions' && typeof each === 'string' ? Number(each) : each,
  )
}

function mapped(value: unknown, change: (key: string, each: unknown) => unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null), change)
}
