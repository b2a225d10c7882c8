/** All that the app needs in a server, by the names that Discord shows. */
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

/** With it, mentions can be answered in threads of their own. */
const CREATE_THREADS = 1n << 35n

function permissionsWith(threads: boolean): bigint {
  const all = Object.values(PERMISSIONS).reduce((sum, bit) => sum | bit, 0n)
  return threads ? all | CREATE_THREADS : all
}

/** Where somebody adds the app to a server, with its commands and no more permissions than it needs. */
export function invite({ application, threads }: { application: string; threads: boolean }): string {
  const url = new URL('https://discord.com/oauth2/authorize')
  url.searchParams.set('client_id', application)
  url.searchParams.set('permissions', String(permissionsWith(threads)))
  url.searchParams.set('scope', 'bot applications.commands')
  return url.href
}
