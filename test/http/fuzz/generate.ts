import type { JsonSchema } from '../../../src/http/openapi/json-schema.ts'

/** Chance that can be had again. */
export interface Dice {
  /** 0 ≤ n < limit, whole. */
  below(limit: number): number
  /** True once in so many times. */
  once(inSoMany: number): boolean
  pick<T>(of: readonly T[]): T
}

/** Mulberry32: small, and good enough to be surprised by. */
export function dice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, once: (inSoMany) => below(inSoMany) === 0, pick: (of) => of[below(of.length)]! }
}

const odd: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -0,
  2 ** 53,
  '',
  ' ',
  '\0',
  '\ud800',
  '名前🐟',
  '../..',
  '#{a}',
  '#{a:',
  '@{option:x}',
  '@{thirdPartyToken}',
  "'; drop table agent; --",
  '__proto__',
  'https://example.com/?a=b#c',
  'x'.repeat(300),
  [],
  [[]],
  [null],
  {},
  { __proto__x: 1, constructor: 2, toString: null },
  JSON.parse('{"__proto__":{"a":1}}'),
]

const words = ['hello', 'why?', '', 'guide', 'x', 'Ann said "hi"\n', '#{name}', '{"a":"b"}', '答え', '👍🏽']

/** What fits the schema; with `wrong`, here and there something that may not. */
export function fitting(schema: JsonSchema, named: Record<string, JsonSchema>, d: Dice, wrong = false): unknown {
  // An agent has some forty properties, and is to be right now and then.
  if (wrong && d.once(16)) return structuredClone(d.pick(odd))
  const { $ref, anyOf, oneOf, const: only, enum: values, type, properties, required = [], items } = schema
  if ($ref) return fitting(named[$ref.split('/').at(-1)!]!, named, d, wrong)
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined
  if (choices) return fitting(d.pick(choices), named, d, wrong)
  if (only !== undefined) return only
  if (values) return d.pick(values)
  const one = Array.isArray(type) ? d.pick(type) : type
  if (one === 'null') return null
  if (one === 'boolean') return d.once(2)
  if (one === 'integer' || one === 'number') return number(schema, one, d)
  if (one === 'string') return text(schema, d)
  if (one === 'array') return Array.from({ length: d.below(3) }, () => fitting(items ?? {}, named, d, wrong))
  if (one !== 'object') return structuredClone(d.pick(odd))
  const result: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(properties ?? {})) {
    const leave = required.includes(name) ? wrong && d.once(20) : d.once(2)
    if (!leave) result[name] = fitting(inner, named, d, wrong)
  }
  const { additionalProperties } = schema
  if (typeof additionalProperties === 'object') {
    for (let n = d.below(3); n > 0; n--) result[d.pick(words)] = fitting(additionalProperties, named, d, wrong)
  }
  if (wrong && d.once(10)) result[d.pick(['unknown', 'stat', ...words])] = structuredClone(d.pick(odd))
  return result
}

function number({ minimum = 0, maximum = 100 }: JsonSchema, type: string, d: Dice): number {
  const [from, to] = [Number(minimum), Number(maximum)]
  return type === 'integer' ? from + d.below(to - from + 1) : from + ((to - from) * d.below(101)) / 100
}

function text({ maxLength, minLength, pattern, format }: JsonSchema, d: Dice): string {
  if (format === 'date') return `2026-${d.pick(['01', '11', '12'])}-${10 + d.below(18)}`
  const strings: Record<string, string[]> = {
    '^https:\\/\\/.*': ['https://example.com/'],
    '^(?:$|https?:\\/\\/|data:image\\/)': ['', 'https://example.com/guide.png', 'data:image/png;base64,iVBORw0KGgo='],
    '^https?:\\/\\/': ['https://example.com/hook', 'http://example.com/#{name}'],
  }
  const known = strings[String(pattern)]
  if (known) return d.pick(known)
  if (pattern) return d.pick(['guide', 'agent-1', 'look_up', 'nobody', `made_${d.below(50)}`])
  const said = d.pick(words)
  if (minLength === 1 && said === '') return 'x'
  return typeof maxLength === 'number' ? said.slice(0, maxLength) : said
}

/** Anything at all, as it may be written to a socket. */
export function garbage(d: Dice): Buffer {
  const kinds = [
    () => Buffer.from(Array.from({ length: d.below(200) }, () => d.below(256))),
    () => Buffer.from(JSON.stringify(structuredClone(d.pick(odd)))),
    () =>
      Buffer.from(d.pick(['{', '[1,', '{"api_key":', '"', 'nul', '{"a":1}}', '\uFEFF{}', '{"agent":{"id":"guide"'])),
    () => Buffer.from(`${'['.repeat(d.below(3000))}${']'.repeat(d.below(3000))}`),
    () => Buffer.alloc(0),
  ]
  return d.pick(kinds)()
}
