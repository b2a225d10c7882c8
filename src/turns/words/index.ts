import { catalogue } from '../../lib/catalogue.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'

/** What people are told of a turn that gives no answer. */
export const sentences = catalogue({ en, ja })
