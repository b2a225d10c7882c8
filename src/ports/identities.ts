/** Somebody else who says who people are: an issuer of OpenID Connect, and what we are known by there. */
export interface Issuer {
  issuer: string
  clientId: string
  clientSecret: string
  /** What we ask to be told, as the protocol writes it: `openid email`. */
  scope: string
}

/** One that people may sign in to the console with. */
export interface ConsoleIssuer extends Issuer {
  /** Stands in the address that people come back to. */
  id: string
  /** As people call it. */
  name: string
  /** The account whose console it opens. */
  account: string
  /** Its people are those of the platform whose issuer it is, or they are listed: by what a claim says, each with their uid. */
  people: 'platform' | { claim: string; uids: Readonly<Record<string, string>> }
}

/** What an issuer says of somebody, checked: it is said by that issuer, to us, and of whoever is there now. */
export type Claims = Readonly<Record<string, unknown>>

/** Asks issuers who somebody in a browser is. */
export interface Identities {
  /**
   * Where the browser is to be sent. `kept` is what it has to come back with, and a secret of that browser. Throws an `IdentityFailure`
   * `away`.
   */
  begin(issuer: Issuer, redirectUrl: string): Promise<{ url: string; kept: string }>
  /**
   * Who has come back there, with `params` behind the address. The claims are those that are signed; where these lack any of `wanted`, they
   * are what the issuer tells of the same person when it is asked. Throws an `IdentityFailure`.
   */
  finish(issuer: Issuer, redirectUrl: string, back: Back): Promise<Claims>
}

export interface Back {
  params: URLSearchParams
  kept: string
  wanted: readonly string[]
}

/** Why nobody is known. */
export class IdentityFailure extends Error {
  /**
   * `away`: the issuer cannot be reached. `foreign`: this is not what that browser has begun. `denied`: the person, or the issuer for them,
   * did not want to. `untrue`: what came is not what an issuer says to us of whoever is there now.
   */
  readonly kind: 'away' | 'foreign' | 'denied' | 'untrue'
  constructor(kind: IdentityFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'IdentityFailure'
    this.kind = kind
  }
}
