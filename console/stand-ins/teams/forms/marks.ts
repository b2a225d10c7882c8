import { isRecord, type Json } from '../../shared/json.ts'
import type { Limits } from '../limits.ts'
import type { Citation, Marks } from '../records.ts'
import { noMarks } from '../records.ts'
import { refuse } from '../refusal.ts'

const TYPE = 'https://schema.org/Message'

const bad = (why: string): never => refuse(400, 'BadSyntax', why)

/** Reads the label, citations and sensitivity of an AI's message from its entities. */
export function readMarks(entities: readonly Json[], limits: Limits): Marks {
  const found = entities.filter(({ type }) => type === TYPE)
  if (found.length > 1) bad(`There can be one entity of type ${TYPE}`)
  const [entity] = found
  if (!entity) return noMarks()
  if (entity['@type'] !== 'Message') bad("The entity's @type must be Message")
  if (entity['@context'] !== 'https://schema.org') bad("The entity's @context must be https://schema.org")
  const { additionalType = [], citation = [], usageInfo } = entity
  if (!Array.isArray(additionalType) || additionalType.some((each) => each !== 'AIGeneratedContent')) {
    return bad('additionalType must be an array of AIGeneratedContent')
  }
  if (!Array.isArray(citation)) return bad('citation must be an array')
  if (citation.length > limits.citations) bad(`A message has at most ${limits.citations} citations`)
  const citations = citation.map((each) => readCitation(each, limits))
  if (new Set(citations.map(({ position }) => position)).size < citations.length) {
    bad('Two citations have the same position')
  }
  return {
    label: additionalType.length > 0,
    citations,
    ...(usageInfo !== undefined && { sensitivity: readUsage(usageInfo) }),
  }
}

function readCitation(claim: unknown, limits: Limits): Citation {
  if (!isRecord(claim) || claim['@type'] !== 'Claim') return bad('A citation must be a Claim')
  const { position, appearance } = claim
  if (!Number.isInteger(position) || Number(position) < 1) bad("A citation's position must be a whole number from 1")
  if (!isRecord(appearance) || appearance['@type'] !== 'DigitalDocument') {
    return bad("A citation's appearance must be a DigitalDocument")
  }
  const { name, abstract, url, keywords, text } = appearance
  const isShort = (value: unknown, most: number) =>
    typeof value === 'string' && value.length > 0 && value.length <= most
  if (!isShort(name, limits.citationNameChars)) {
    bad(`A citation needs a name of at most ${limits.citationNameChars} characters`)
  }
  if (!isShort(abstract, limits.citationAbstractChars)) {
    bad(`A citation needs an abstract of at most ${limits.citationAbstractChars} characters`)
  }
  if (url !== undefined && !isHttps(url)) bad("A citation's url must be https")
  if (text !== undefined && typeof text !== 'string') bad("A citation's text must be a string")
  if (keywords !== undefined) checkKeywords(keywords, limits)
  return {
    position: position as number,
    name: name as string,
    abstract: abstract as string,
    ...(url !== undefined && { url: url as string }),
    ...(keywords !== undefined && { keywords: keywords as string[] }),
  }
}

function checkKeywords(keywords: unknown, limits: Limits): void {
  if (!Array.isArray(keywords) || keywords.length > limits.citationKeywords) {
    return bad(`A citation has at most ${limits.citationKeywords} keywords`)
  }
  for (const keyword of keywords) {
    const isFine = typeof keyword === 'string' && keyword.length <= limits.citationKeywordChars
    if (!isFine) bad(`A keyword has at most ${limits.citationKeywordChars} characters`)
  }
}

/** Sources on this machine are fine: a playground may cite what it serves itself. */
function isHttps(url: unknown): boolean {
  const parsed = typeof url === 'string' ? URL.parse(url) : null
  return parsed?.protocol === 'https:' || parsed?.hostname === '127.0.0.1' || parsed?.hostname === 'localhost'
}

function readUsage(usage: unknown): { name: string; description?: string } {
  if (!isRecord(usage) || usage['@type'] !== 'CreativeWork' || typeof usage['name'] !== 'string') {
    return bad('usageInfo must be a CreativeWork with a name')
  }
  const { name, description } = usage
  return { name, ...(typeof description === 'string' && { description }) }
}
