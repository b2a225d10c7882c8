import type { Fault } from '../lib/errors.ts'
import type { ConsoleIssuer } from '../ports/identities.ts'
import type { Configurable, Environment } from './environment.ts'
import type { Settings } from './settings.ts'

type Given = Settings['console']['oidc'][number]

/** Who people may sign in to the console with, and what is wrong with what is said of them in `file`. */
export function consoleIssuers(
  given: readonly Given[],
  { env, platforms, file }: { env: Environment; platforms: readonly Configurable[]; file: string },
): { issuers: ConsoleIssuer[]; faults: Fault[] } {
  const faults = given.length > 0 ? addressFaults(env['PUBLIC_URL']) : []
  const issuers = given.map((one, n) => {
    const at = (key: string) => `${file} console.oidc[${n}].${key}`
    const platform = platforms.find(({ signIn }) => signIn?.knows(one.issuer) !== undefined)
    faults.push(...peopleFaults(one, platform, platforms).map((message) => ({ path: at('people'), message })))
    if (given.findIndex(({ id }) => id === one.id) < n) faults.push({ path: at('id'), message: 'is taken already' })
    if (!env[one.secretEnv]) {
      const message = `must be set to the secret of the client ${one.clientId}, as console.oidc[${n}] says`
      faults.push({ path: one.secretEnv, message })
    }
    return issuerOf(one, platform, env)
  })
  return { issuers, faults }
}

function issuerOf({ secretEnv, people, claim, ...one }: Given, platform: Configurable | undefined, env: Environment) {
  const ofPlatform = people === undefined ? platform?.signIn : undefined
  const { id, issuer, clientId, account, name = platform?.signIn?.name ?? new URL(issuer).host } = one
  return {
    ...{ id, name, issuer, clientId, account, clientSecret: env[secretEnv] ?? '' },
    scope: ofPlatform?.scope ?? scopeFor(claim),
    people: ofPlatform ? ('platform' as const) : { claim, uids: people ?? {} },
  }
}

/** No more than is needed. Which scope another claim comes with, only its issuer knows; most have it with one of these. */
function scopeFor(claim: string): string {
  if (claim === 'sub') return 'openid'
  return claim === 'email' ? 'openid email' : 'openid profile email'
}

/** Nobody’s header is believed on where people come back to. */
function addressFaults(url: string | undefined): Fault[] {
  if (url && /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1)(?::|$))/.test(url)) return []
  const message = 'must be set for console.oidc, and begin with https://: whoever signs in is sent back there'
  return [{ path: 'PUBLIC_URL', message }]
}

function peopleFaults(
  { issuer, people, claim }: Given,
  platform: Configurable | undefined,
  all: readonly Configurable[],
): string[] {
  if (people === undefined) {
    return platform ? [] : ['is required for this issuer: who is whom, by what its tokens say']
  }
  if (platform?.signIn?.knows(issuer) === 'shared') {
    const [name, one] = [platform.signIn.name, platform.id]
    return [
      `must be left out: this issuer knows people of any organisation, whose ${claim} says little. Those of ${name} are known by their own uids, ${one}_…`,
    ]
  }
  const wrong = Object.values(people).filter((uid) => !all.some(({ person }) => person.test(uid)))
  return wrong.map((uid) => `${uid} is no uid of a person, like slack_T0ACME_U0ANN`)
}
