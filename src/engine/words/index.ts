import { catalogue } from '../../lib/catalogue.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'

/** What an agent says when nobody wrote anything for it to say. */
export const sentences = catalogue({ en, ja })
