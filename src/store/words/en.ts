import type { Sought } from '../sought.ts'

/** Of a PostgreSQL that cannot be connected to, for whoever runs Parley. */
export const en = {
  away: ({ server, database }: Sought, code = 'no answer') =>
    `PostgreSQL cannot be reached at ${server} (${code}), where the database ${database} is to be. See that it runs, and that DATABASE_URL leads to it.`,
  noSuchDatabase: ({ server, database }: Sought) =>
    `There is no database ${database} at ${server}. Make it (create database ${database} encoding utf8), or name another one in DATABASE_URL.`,
  wrongPassword: ({ server, database, user }: Sought) =>
    `PostgreSQL at ${server} refuses the password of ${user} for the database ${database}. Set the right one in DATABASE_URL.`,
  notLetIn: ({ server, database, user }: Sought) =>
    `PostgreSQL at ${server} does not let ${user} into the database ${database}. Let them in (pg_hba.conf), or name another user in DATABASE_URL.`,
}
