import { catalogue } from '../../../src/lib/catalogue.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'

/** What people read about how something is shown; what it says comes with it. */
export const words = catalogue({ en, ja })
