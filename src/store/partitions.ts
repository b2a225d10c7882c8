import { history, type Partition } from './history.ts'
import { withKysely } from './postgres.ts'

/** What the tables of a PostgreSQL database that are kept by weeks consist of. Changes nothing; they must be up to date. */
export function partitionsOf(url: string): Promise<Partition[]> {
  return withKysely(url, (query) => history({ dialect: 'postgres', query }).partitions())
}
