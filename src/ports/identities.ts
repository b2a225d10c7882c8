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
