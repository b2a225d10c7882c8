import type { Gateway } from '../gateway/index.ts'
import type { Limits } from '../limits.ts'
import type { Routes } from '../route.ts'
import type { World } from '../world.ts'

/** Where the gateway is, and how often it may be gone to. */
export function gatewayRoutes(parts: { world: World; gateway: Gateway; limits: Limits; url: () => string }): Routes {
  const { world, gateway, limits, url } = parts
  const address = (): string => `${url().replace('http', 'ws')}/gateway`
  return {
    'GET /gateway': () => ({ json: { url: address() } }),
    'GET /gateway/bot': () => ({
      json: {
        url: address(),
        // Discord advises a shard for each thousand servers, long before it has to be.
        shards: Math.max(1, Math.ceil((world.guilds.size * 2.5) / limits.guildsPerShard)),
        session_start_limit: gateway.starts.json(),
      },
    }),
  }
}
