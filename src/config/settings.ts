import { z } from 'zod'
import { isAllowEntry, isNetwork } from '../drivers/webhooks/addresses.ts'
import { usualStateLimits as usual } from '../lib/person-state.ts'
import { environmentName } from '../model/models.ts'
import { toolServerName } from '../model/tools.ts'
import type { Configurable } from './environment.ts'

const section = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).prefault({} as never)

const thresholdSchema = z.number().min(0).max(100)

/** Where pages are served that are for whoever runs the service. */
const pagesSchema = (enabled: 'auto' | 'on') =>
  section({
    enabled: z.enum(['auto', 'on', 'off']).default(enabled),
    port: z.int().min(1).max(65_535).optional(),
    host: z.string().min(1).default('127.0.0.1'),
  })

/** `null`: any number. */
const mostSchema = (usual: number, max: number) => z.int().min(1).max(max).nullable().default(usual)

const daysSchema = z.number().min(0).max(3650).default(0)
const idsSchema = z.array(z.string().min(1)).default([])

/** As browsers send it, or `*` for any. */
const originSchema = z
  .string()
  .refine(
    (origin) => origin === '*' || (/^https?:/.test(origin) && URL.parse(origin)?.origin === origin),
    'must be an origin like https://example.com, without a path or a slash at its end, or * for any',
  )

/** As it stands in tokens; only this machine's own may be without TLS. */
const issuerSchema = z
  .string()
  .refine(
    (issuer) => /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1)[:/])/.test(issuer) && URL.canParse(issuer),
    'must be the https:// address that tokens name as their issuer',
  )

/** Who may say who somebody is that signs in to the console. */
const consoleIssuerSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,32}$/, 'must be of small letters, digits and -: it stands in an address'),
  issuer: issuerSchema,
  clientId: z.string().min(1),
  secretEnv: environmentName,
  name: z.string().min(1).max(40).optional(),
  account: z.string().min(1).default('default'),
  claim: z.string().min(1).default('email'),
  people: z.record(z.string().min(1), z.string()).optional(),
})

/** What `config/parley.yaml` says of the house: the file itself says what its keys mean. */
export const settingsSchema = z.strictObject({
  chat: section({
    channelMode: z.enum(['mention', 'thread', 'all']).default('mention'),
    staleAfterMinutes: z.number().positive().max(1440).default(15),
    feedback: z.boolean().default(true),
    limits: section({
      messagesPerMinute: mostSchema(20, 10_000),
      waiting: mostSchema(5, 1000),
      files: mostSchema(10, 100),
      raid: mostSchema(60, 100_000),
    }),
    admit: section({
      accountAgeDays: daysSchema,
      memberDays: daysSchema,
      pending: z.boolean().default(true),
      strangers: z.boolean().default(true),
      guests: z.boolean().default(true),
      ageRestricted: z.boolean().default(false),
      servers: idsSchema,
      channels: idsSchema,
      notChannels: idsSchema,
      roles: idsSchema,
    }),
  }),
  installations: z.enum(['approve', 'own-account', 'open']).default('approve'),
  memory: section({
    turns: z.int().min(0).max(200).default(20),
    keepDays: z.number().positive().max(3650).default(30),
  }),
  rules: section({
    levels: z
      .tuple([thresholdSchema, thresholdSchema, thresholdSchema, thresholdSchema])
      .refine(
        (levels) => levels.every((level, i) => i === 0 || level >= levels[i - 1]!),
        'must not fall from one level to the next',
      )
      .default([34, 47, 62, 74]),
  }),
  utterance: section({ maxLength: z.int().min(1).max(100_000).default(8000) }),
  state: section({
    maxBytes: z.int().min(1).max(16_777_216).default(usual.maxBytes),
    maxKeys: z.int().min(1).max(10_000).default(usual.maxKeys),
    maxValueBytes: z.int().min(1).max(1_048_576).default(usual.maxValueBytes),
  }),
  llm: section({
    firstTextSeconds: z.number().positive().max(600).default(20),
    betweenTextsSeconds: z.number().positive().max(600).default(15),
    wholeAnswerSeconds: z.number().positive().max(3600).default(300),
  }),
  http: section({
    cors: section({ origins: z.array(originSchema).optional() }),
    trustProxies: z.array(z.string().refine(isNetwork, 'must be an address, or a network like 10.0.0.0/8')).default([]),
    mcp: section({
      issuers: z
        .array(
          z.strictObject({
            issuer: issuerSchema,
            account: z.string().min(1).default('default'),
            agent: z.string().min(1).optional(),
          }),
        )
        .default([]),
    }),
    metrics: pagesSchema('auto'),
    docs: pagesSchema('on'),
  }),
  console: section({
    idleHours: z.number().positive().max(720).default(12),
    maxDays: z.number().positive().max(90).default(7),
    oidc: z.array(consoleIssuerSchema).default([]),
  }),
  queue: section({ perUid: z.int().min(1).max(1000).default(20) }),
  webhooks: section({
    allow: z
      .array(z.string().refine(isAllowEntry, 'must be a host name, an address, or a network like 10.0.0.0/8'))
      .default([]),
  }),
  tools: section({
    programs: z
      .record(
        z.string().regex(toolServerName),
        z.strictObject({
          command: z.string().min(1),
          args: z.array(z.string()).default([]),
          variables: z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/)).default([]),
          agents: z.array(z.string().min(1)).min(1),
        }),
      )
      .default({}),
  }),
  audit: section({ witness: z.boolean().default(true) }),
  store: section({ durability: z.enum(['power', 'process']).default('power') }),
  shutdown: section({ graceSeconds: z.number().min(0).max(600).default(10) }),
})
export type Settings = z.infer<typeof settingsSchema>

/** All of it: platforms may have a section each, under their ids, of which types say nothing. */
export function wholeSettings(platforms: readonly Configurable[]) {
  const sections = platforms.flatMap(({ id, settings }) => (settings.section ? [[id, section(settings.section)]] : []))
  return settingsSchema.extend(Object.fromEntries(sections)) as unknown as typeof settingsSchema
}

/** What it says of one platform. */
export function sectionOf(settings: Settings, id: string): object {
  return ((settings as Readonly<Record<string, unknown>>)[id] ?? {}) as object
}
