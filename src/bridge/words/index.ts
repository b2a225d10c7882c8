import { catalogue } from '../../lib/catalogue.ts'
import { approvalsEn } from './approvals-en.ts'
import { approvalsJa } from './approvals-ja.ts'
import { en } from './en.ts'
import { handoverEn } from './handover-en.ts'
import { handoverJa } from './handover-ja.ts'
import { ja } from './ja.ts'

/** What people read beside the answers of their agents. */
export const sentences = catalogue({ en, ja })

/** What is read of conversations that are handed to people. */
export const handoverSentences = catalogue({ en: handoverEn, ja: handoverJa })

/** What those read who have to agree to what somebody else wants. */
export const approvalSentences = catalogue({ en: approvalsEn, ja: approvalsJa })
