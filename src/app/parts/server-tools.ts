import type { Config } from '../../config/index.ts'
import type { Log } from '../../ports/log.ts'
import type { ServerTools, ToolAuth, ToolProgram } from '../../ports/tools.ts'

/** Servers of tools. Their SDK takes a fifth of a second and 32 MB to load, which is with the first agent that has one. */
export function createServerTools(parts: {
  allow: readonly string[]
  log?: Pick<Log, 'debug'>
  now: () => number
}): ServerTools {
  let loaded: Promise<ServerTools> | undefined
  const load = async () => (await import('../../drivers/mcp/index.ts')).createServerTools(parts)
  const get = () => {
    loaded ??= load()
    return loaded
  }
  return {
    list: async (...given) => (await get()).list(...given),
    call: async (...given) => (await get()).call(...given),
    close: async () => (await loaded)?.close(),
  }
}

/** Those of the configuration, with the variables that each is to be given; one that is not set is not given. */
export function programsOf({ tools, env }: Pick<Config, 'tools' | 'env'>) {
  const all = Object.entries(tools.programs).map(([name, { command, args, variables, agents }]) => {
    const given = variables.flatMap((variable) => (env[variable] === undefined ? [] : [[variable, env[variable]]]))
    const program: ToolProgram = { command, args, env: Object.fromEntries(given) }
    return [name, { ...program, agents }] as const
  })
  return Object.fromEntries(all)
}

/** Leave that servers ask for, by the same SDK. */
export function createToolAuth(parts: {
  allow: readonly string[]
  now: () => number
}): ToolAuth & { close(): Promise<void> } {
  let loaded: Promise<ToolAuth & { close(): Promise<void> }> | undefined
  const load = async () => (await import('../../drivers/mcp/auth.ts')).createToolAuth(parts)
  const get = () => {
    loaded ??= load()
    return loaded
  }
  return {
    begin: async (...given) => (await get()).begin(...given),
    finish: async (...given) => (await get()).finish(...given),
    refresh: async (...given) => (await get()).refresh(...given),
    revoke: async (...given) => (await get()).revoke(...given),
    close: async () => (await loaded)?.close(),
  }
}
