import { catalogue } from '../../../src/lib/catalogue.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'

export const words = catalogue({ en, ja })
