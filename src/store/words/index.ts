import { catalogue } from '../../lib/catalogue.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'

/** What whoever runs Parley reads of a database. */
export const words = catalogue({ en, ja })
