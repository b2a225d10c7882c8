import { catalogue } from '../../lib/catalogue.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'

export const { commands, groups, parameters } = catalogue({ en, ja })
