import { catalogue } from '../../lib/catalogue.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'

/** What a person reads below an answer, about what the agent could not see. */
export const sentences = catalogue({ en, ja })
