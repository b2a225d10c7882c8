/** What the app always needs in a server. */
export const PERMISSIONS: Readonly<Record<string, bigint>> = {
  'View Channels': 1n << 10n,
  'Send Messages': 1n << 11n,
  'Send Messages in Threads': 1n << 38n,
  // Pictures and links of answers.
  'Embed Links': 1n << 14n,
  // Answers that are too long for messages.
  'Attach Files': 1n << 15n,
  // To reply, to know what a message replies to, and to read what was said during a restart.
  'Read Message History': 1n << 16n,
}

/** What it needs besides where its settings say so. */
export interface Extras {
  /** Mentions are answered in threads of their own. */
  threads: boolean
  /** Messages are marked by emoji. */
  reactions: boolean
}

/** All that the app needs in a server with these settings, by the names that Discord shows. */
export const permissionsWith = ({ threads, reactions }: Extras): Readonly<Record<string, bigint>> => ({
  ...PERMISSIONS,
  ...(threads && { 'Create Public Threads': 1n << 35n }),
  ...(reactions && { 'Add Reactions': 1n << 6n }),
})

/** Where somebody adds the app to a server, with its commands and no more permissions than it needs. */
export function invite(application: string, extras: Extras): string {
  const permissions = Object.values(permissionsWith(extras)).reduce((sum, bit) => sum | bit, 0n)
  const url = new URL('https://discord.com/oauth2/authorize')
  url.searchParams.set('client_id', application)
  url.searchParams.set('permissions', String(permissions))
  url.searchParams.set('scope', 'bot applications.commands')
  return url.href
}

/** Where somebody adds the app for themselves, with its commands alone. */
export function inviteForOneself(application: string): string {
  const url = new URL('https://discord.com/oauth2/authorize')
  url.searchParams.set('client_id', application)
  url.searchParams.set('integration_type', '1')
  url.searchParams.set('scope', 'applications.commands')
  return url.href
}
