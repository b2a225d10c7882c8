import { consoleWords } from './console.ts'
import { drawingWords } from './drawing.ts'
import { errors } from './errors.ts'
import { knowledge } from './knowledge.ts'
import { personLinkWords } from './person-links.ts'
import { toolGrantWords } from './tool-grants.ts'

export const ja = { consoleWords, drawingWords, errors, knowledge, personLinkWords, toolGrantWords }
