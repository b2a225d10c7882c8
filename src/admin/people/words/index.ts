import { catalogue } from '../../../lib/catalogue.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'

/** What a person reads in what is exported of them. */
export const sentences = catalogue({ en, ja })
