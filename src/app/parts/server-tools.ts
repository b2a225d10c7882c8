import type { ServerTools } from '../../ports/tools.ts'

/** Servers of tools. Their SDK takes a fifth of a second and 32 MB to load, which is with the first agent that has one. */
export function createServerTools(parts: { allow: readonly string[]; now: () => number }): ServerTools {
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
