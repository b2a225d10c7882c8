import { catalogue } from '../../lib/catalogue.ts'
import type { Language } from '../../lib/language.ts'
import { en } from './en.ts'
import { handoverEn } from './handover-en.ts'
import { handoverJa } from './handover-ja.ts'
import { ja } from './ja.ts'
import { slotsEn } from './slots-en.ts'
import { slotsJa } from './slots-ja.ts'
import { timersEn } from './timers-en.ts'
import { timersJa } from './timers-ja.ts'

/** What an agent says when nobody wrote anything for it to say. */
export const sentences = catalogue({ en, ja })

/** What scenarios say of slots, by language. */
export const slotSentences = { en: slotsEn, ja: slotsJa } satisfies Record<Language, typeof slotsEn>

/** What agents say by themselves, and of what they are to say. */
export const timerSentences = catalogue({ en: timersEn, ja: timersJa })

/** What is asked before a conversation is handed to people. */
export const handoverSentences = catalogue({ en: handoverEn, ja: handoverJa })
