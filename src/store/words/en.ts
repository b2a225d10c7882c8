import type { Sought } from '../sought.ts'

/** Of a PostgreSQL that cannot be connected to, for whoever runs Parley. */
export const en = {
  away: ({ server, database }: Sought, code = 'no answer') =>
    `PostgreSQL cannot be reached at ${server} (${code}), where the database ${database} is to be. See that it runs, and that DATABASE_URL leads to it.`,
  noSuchDatabase: ({ server, database }: Sought) =>
    `There is no database ${database} at ${server} (3D000). Make it (create database ${database} encoding utf8), or name another one in DATABASE_URL.`,
  wrongPassword: ({ server, database, user }: Sought) =>
    `PostgreSQL at ${server} refuses the password of ${user} for the database ${database} (28P01). Set the right one in DATABASE_URL.`,
  notLetIn: ({ server, database, user }: Sought) =>
    `PostgreSQL at ${server} does not let ${user} into the database ${database} (28000). Let them in (pg_hba.conf), or name another user in DATABASE_URL.`,
  full: ({ server, database, user }: Sought) =>
    `PostgreSQL at ${server} takes no more connections of ${user} to the database ${database} (53300). Raise max_connections (or the user’s connection limit), or end others: a process of Parley holds up to 18.`,
  notYet: ({ server }: Sought, code: string) =>
    `PostgreSQL at ${server} is starting up or shutting down (${code}), and lets nobody in yet. Wait for it; if it stays so, its own log says why.`,
}
