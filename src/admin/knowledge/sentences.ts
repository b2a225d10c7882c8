import { AppError, type Fault } from '../../lib/errors.ts'
import type { NewSource } from '../../store/knowledge.ts'

export const invalidName = (max: number) =>
  new AppError('invalid_knowledge_name', {
    en: `The name of a file has 1 to ${max} characters and no control characters.`,
    ja: `ファイル名は1〜${max}文字で、制御文字は使えません。`,
  })

export const fileTooLarge = (name: string, max: number) =>
  new AppError('document_too_large', {
    en: `The file ${name} is larger than ${max / 1024 / 1024} MiB. Split it into smaller files.`,
    ja: `ファイル ${name} は ${max / 1024 / 1024} MiB を超えています。小さなファイルに分割してください。`,
  })

export const tooManyPassages = (name: string, max: number) =>
  new AppError('document_too_large', {
    en: `The file ${name} makes more than ${max} passages. Split it into smaller files.`,
    ja: `ファイル ${name} は ${max} 個を超えるパッセージになります。小さなファイルに分割してください。`,
  })

export const nothingPasted = (name: string) =>
  new AppError('document_unreadable', {
    en: `The text ${name} is empty. Paste what the agent should know.`,
    ja: `テキスト ${name} は空です。エージェントに覚えさせる内容を貼り付けてください。`,
  })

export const notFound = (name: string) =>
  new AppError(
    'knowledge_not_found',
    {
      en: `The agent knows no file ${name}.`,
      ja: `エージェントのナレッジにファイル ${name} はありません。`,
    },
    { status: 404 },
  )

export const changedMeanwhile = () =>
  new AppError(
    'edited_meanwhile',
    {
      en: 'The agent or its knowledge was changed at the same time. Please try again.',
      ja: 'エージェントまたはナレッジが同時に変更されました。もう一度お試しください。',
    },
    { status: 503, retryAfterMs: 1000 },
  )

export const invalidKnowledge = (faults: readonly Fault[]) =>
  new AppError(
    'invalid_knowledge',
    { en: 'There are files that cannot be read:', ja: '読み取れないファイルがあります:' },
    { faults },
  )

export const notUsed: Fault = {
  path: 'agent.knowledge.knowledgeDataStore.useKnowledgeDataStore',
  message: 'is not on, so the agent does not look into its knowledge',
}

/** Files of one content under several names: each of their passages would be found twice. */
export function twins(sources: readonly NewSource[]): Fault[] {
  const first = new Map<string, string>()
  return sources.flatMap(({ name, sha256 }) => {
    const known = first.get(sha256)
    if (known === undefined) first.set(sha256, name)
    return known === undefined ? [] : [{ path: name, message: `holds the same as ${known}` }]
  })
}
