import { catalogue } from '../../lib/catalogue.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'

/** What people read beside the answers of their agents. */
export const sentences = catalogue({ en, ja })
