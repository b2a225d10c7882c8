import type { Commands } from '../commands.ts'
import { guildOf } from '../refs.ts'
import { refuse } from '../refusal.ts'
import type { Request, Routes } from '../route.ts'
import type { World } from '../world.ts'

/** The app's commands, everywhere and in one server, which are written the same way. */
export function commandRoutes({ world, commands }: { world: World; commands: Commands }): Routes {
  const own = ({ params }: Request): string | undefined => {
    if (params['application'] !== world.app.id) refuse(20012)
    return params['guild'] === undefined ? undefined : guildOf(world, params['guild']).id
  }
  const routesAt = (at: string): Routes => ({
    [`GET ${at}`]: (request) => ({
      json: commands.list(own(request)).map((one) => (isLocalized(request) ? one : inOneLanguage(one))),
    }),
    [`PUT ${at}`]: (request) => ({ json: commands.replace(own(request), request.body) }),
    [`POST ${at}`]: (request) => {
      const { command, created } = commands.put(own(request), request.body)
      return { status: created ? 201 : 200, json: command }
    },
    [`GET ${at}/{command}`]: (request) => ({ json: commands.get(own(request), request.params['command']!) }),
    [`PATCH ${at}/{command}`]: (request) => ({
      json: commands.change(own(request), request.params['command']!, request.body),
    }),
    [`DELETE ${at}/{command}`]: (request) => {
      commands.remove(own(request), request.params['command']!)
      return {}
    },
  })
  return {
    ...routesAt('/applications/{application}/commands'),
    ...routesAt('/applications/{application}/guilds/{guild}/commands'),
  }
}

const isLocalized = ({ query }: Request): boolean => query.get('with_localizations') === 'true'

/** Other languages are told only to who asks for them. */
function inOneLanguage(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOneLanguage)
  if (typeof value !== 'object' || value === null) return value
  const told = Object.entries(value).filter(([key]) => !key.endsWith('_localizations'))
  return Object.fromEntries(told.map(([key, one]) => [key, inOneLanguage(one)]))
}
