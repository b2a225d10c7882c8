import { catalogue } from '../../lib/catalogue.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'

/** What whoever starts Parley reads. */
export const words = catalogue({ en, ja })
