/** A database as whoever runs Parley knows it, without its password. */
export interface Sought {
  server: string
  database: string
  user: string
}
