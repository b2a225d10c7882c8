import { catalogue } from '../../lib/catalogue.ts'
import type { Language } from '../../lib/language.ts'
import { en } from './en/index.ts'
import { log as englishLog } from './en/log.ts'
import { story as english } from './en/story.ts'
import { ja } from './ja/index.ts'
import { log as japaneseLog } from './ja/log.ts'
import { story as japanese } from './ja/story.ts'
import type { Story } from './story.ts'

/** What admins hear, through whichever door. */
export const { consoleWords, drawingWords, errors, knowledge, personLinkWords, toolGrantWords } = catalogue({ en, ja })

/** Why a turn answered so: told by one who knows who reads it. */
export const stories: Readonly<Record<Language, Story>> = { en: english, ja: japanese }

/** What the log of changes says: kept in one language, read in any. */
export const logs = { en: englishLog, ja: japaneseLog } satisfies Record<Language, unknown>
