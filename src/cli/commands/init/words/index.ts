import { catalogue } from '../../../../lib/catalogue.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'

/** What `parley init` asks and tells. */
export const words = catalogue({ en, ja })
