import { catalogue } from '../../lib/catalogue.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'

/** What the terminal adds to the answers of commands. */
export const words = catalogue({ en, ja })
