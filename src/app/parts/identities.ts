import type { Identities } from '../../ports/identities.ts'

/** Issuers whom people sign in with. The library that speaks with them is loaded when somebody first does. */
export function createIdentities(parts: { now: () => number }): Identities {
  let loaded: Promise<Identities> | undefined
  const load = async () => (await import('../../drivers/oidc.ts')).createIdentities(parts)
  const get = () => {
    loaded ??= load()
    return loaded
  }
  return {
    begin: async (...given) => (await get()).begin(...given),
    finish: async (...given) => (await get()).finish(...given),
  }
}
