import { catalogue } from '../../catalogue.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'

/** How the questions of a shell are answered. */
export const words = catalogue({ en, ja })
