import { catalogue } from '../../lib/catalogue.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'

/** What callers and visitors are told. */
export const sentences = catalogue({ en, ja })
