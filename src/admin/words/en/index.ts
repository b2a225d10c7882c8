import { errors } from './errors.ts'
import { knowledge } from './knowledge.ts'

export const en = { errors, knowledge }
