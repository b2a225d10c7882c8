import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { AppManifestUtils } from '@microsoft/app-manifest'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGrants } from '../../../adapters/teams/grants.ts'
import { filesOf, type PackageOptions } from '../../../adapters/teams/manifest.ts'
import { packageOf } from '../../../adapters/teams/package.ts'
import { setup } from '../../../adapters/teams/setup.ts'
import { createTeamsSimulator, type TeamsSimulatorOptions } from '../../../console/stand-ins/teams/index.ts'
import type { Language } from '../../../src/lib/language.ts'
import type { Finding } from '../../../src/ports/setup.ts'
import { memoryNotes } from '../../support/adapter-parts.ts'

const schemas = join(dirname(createRequire(import.meta.url).resolve('@microsoft/app-manifest')), 'json-schemas/teams')
const schemaOf = (name: string) => JSON.parse(readFileSync(join(schemas, `v1.29/MicrosoftTeams.${name}.json`), 'utf8'))
const schema = schemaOf('schema')

const options: PackageOptions = {
  application: '3f2b8c1e-0000-4000-8000-000000000001',
  website: 'https://example.com/',
  privacy: 'https://example.com/privacy',
  terms: 'https://example.com/terms',
  version: '1.0.0',
  hearsAll: true,
}

const packed = (given: PackageOptions) => packageOf(filesOf(given))

async function unpacked(more: Partial<PackageOptions> = {}) {
  const files = unzipSync(await packed({ ...options, ...more }))
  const [manifest, ja] = ['manifest.json', 'ja.json'].map((name) => JSON.parse(strFromU8(files[name]!)))
  return { files, manifest, ja }
}

/** Whether a text may be translated, by Microsoft's schema, whose patterns its own validator refuses to compile. */
const { properties, patternProperties } = schemaOf('Localization.schema')
const isText = (key: string): boolean =>
  key in properties || Object.keys(patternProperties).some((pattern) => new RegExp(pattern).test(key))

/** What a list shows that is the same for all: nothing that is for admins. */
const everybodys = ['agent help', 'agent why', 'agent stop', 'agent reset', 'agent me']

/** Width and height, as the head of a PNG tells them. */
const sizeOf = (png: Uint8Array) => {
  const view = new DataView(png.buffer, png.byteOffset)
  return [view.getUint32(16), view.getUint32(20)]
}

describe('the package', () => {
  it.each([true, false])(
    'holds a manifest that Microsoft’s own schema takes; hearing everything: %s',
    async (hearsAll) => {
      const { manifest } = await unpacked({ hearsAll })
      expect(await AppManifestUtils.validateAgainstSchema(manifest, schema)).toEqual([])
      const { manifest: signsIn } = await unpacked({ hearsAll, signsIn: 'token.botframework.com' })
      expect(await AppManifestUtils.validateAgainstSchema(signsIn, schema)).toEqual([])
      expect('authorization' in manifest).toBe(hearsAll)
      // Whoever adds it is told.
      expect(manifest.description.full.includes('tells it every message')).toBe(hearsAll)
    },
  )

  it('has what can be told to be wrong: the schema refuses a command too many', async () => {
    const { manifest } = await unpacked()
    for (let n = 0; n < 12; n++) manifest.bots[0].commandLists[0].commands.push({ title: 'one more' })
    expect(await AppManifestUtils.validateAgainstSchema(manifest, schema)).not.toEqual([])
  })

  it('holds both icons in their sizes, and is the same each time', async () => {
    const { files, manifest } = await unpacked()
    expect(Object.keys(files).sort()).toEqual(['color.png', 'ja.json', 'manifest.json', 'outline.png'])
    expect(sizeOf(files[manifest.icons.color]!)).toEqual([192, 192])
    expect(sizeOf(files[manifest.icons.outline]!)).toEqual([32, 32])
    expect(await packed(options)).toEqual(await packed(options))
  })

  const agent = {
    name: 'Human Resources and Payroll of Example',
    description: 'Knows about holidays, pay and sick leave.',
    publisher: 'Example People Team',
    prompts: ['How many days of holiday do I have?', 'When is pay day?'],
    usesKnowledge: true,
  }

  it('is the app of one agent: its name, words, publisher and what people may begin with', async () => {
    const { manifest, ja } = await unpacked({ agent, copilot: true, color: '#102030' })
    expect(await AppManifestUtils.validateAgainstSchema(manifest, schema)).toEqual([])
    expect(Object.keys(ja).filter((key) => !isText(key))).toEqual([])
    expect(manifest).toMatchObject({
      name: { short: expect.stringMatching(/^Human Resources and .{0,10}…$/), full: agent.name },
      description: { short: agent.description, full: expect.stringContaining(agent.description) },
      developer: { name: agent.publisher },
      accentColor: '#102030',
      copilotAgents: { customEngineAgents: [{ id: options.application, type: 'bot' }] },
      supportedChannelTypes: ['sharedChannels', 'privateChannels'],
      defaultGroupCapability: { team: 'bot', groupchat: 'bot', meetings: 'bot' },
    })
    const [team, personal, copilot] = manifest.bots[0].commandLists
    expect(team.commands.map(({ title }: { title: string }) => title)).toEqual(everybodys)
    expect(personal.commands[0]).toMatchObject({ type: 'prompt', prompt: agent.prompts[0] })
    expect(copilot).toMatchObject({ scopes: ['copilot'], commands: [{ prompt: agent.prompts[0] }, {}] })
    // What the agent says of itself stays as it is; what is ours is said in Japanese.
    expect(ja).toMatchObject({
      'description.short': agent.description,
      'description.full': expect.stringMatching(/チャネル/),
    })
    expect(ja['bots[0].commandLists[1].commands[2].description']).toMatch(/[ぁ-ん]/)
    expect(ja).not.toHaveProperty(['bots[0].commandLists[1].commands[0].description'])
  })

  it('has a search of knowledge where there may be some, in Japanese too', async () => {
    const idsIn = (manifest: { composeExtensions: { commands: { id: string }[] }[] }) =>
      manifest.composeExtensions.flatMap(({ commands }) => commands.map(({ id }) => id))
    const whole = await unpacked()
    expect(idsIn(whole.manifest)).toEqual(['askAbout', 'searchKnowledge'])
    const search = 'composeExtensions[0].commands[1]'
    for (const key of ['title', 'description', 'parameters[0].title', 'parameters[0].description']) {
      expect(isText(`${search}.${key}`)).toBe(true)
      expect(whole.ja[`${search}.${key}`]).toMatch(/[ぁ-んァ-ン一-龠]/)
    }
    expect(whole.manifest.composeExtensions[0].commands[1]).toMatchObject({
      title: 'Search knowledge',
      initialRun: true,
    })
    const knowing = await unpacked({ agent })
    expect(idsIn(knowing.manifest)).toEqual(['askAbout', 'searchKnowledge'])
    const { manifest, ja } = await unpacked({ agent: { ...agent, usesKnowledge: false } })
    expect(idsIn(manifest)).toEqual(['askAbout'])
    expect(Object.keys(ja).filter((key) => key.startsWith(search))).toEqual([])
    expect(await AppManifestUtils.validateAgainstSchema(manifest, schema)).toEqual([])
  })

  it('asks for the least: Copilot and reading are asked for alone', async () => {
    const { manifest } = await unpacked({ hearsAll: false })
    for (const more of ['copilotAgents', 'authorization', 'webApplicationInfo'])
      expect(manifest).not.toHaveProperty(more)
    expect(manifest.bots[0].commandLists.map(({ scopes }: { scopes: string[] }) => scopes)).toEqual([
      ['team', 'groupChat'],
      ['personal'],
    ])
  })

  it('offers the commands of /agent by slash and by mention, answered to one person', async () => {
    const { manifest } = await unpacked()
    const [bot] = manifest.bots
    expect(bot).toMatchObject({ supportsTargetedMessages: true, scopes: ['personal', 'team', 'groupChat'] })
    for (const { triggers, commands } of bot.commandLists) {
      expect(triggers).toEqual(['mention', 'slash'])
      expect(commands[0]).toEqual({ title: 'agent help', description: expect.stringMatching(/^\w/) })
    }
  })
})

describe('the doctor', () => {
  async function look(env: Record<string, string> = {}, app: TeamsSimulatorOptions['app'] = {}) {
    const simulator = createTeamsSimulator({ app })
    const notes = memoryNotes()
    await simulator.start()
    onTestFinished(() => simulator.stop())
    // Stands for Parley, which refuses who is not Teams.
    const parley = createServer((_, response) => response.writeHead(401).end())
    await new Promise<void>((resolve) => parley.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void parley.close())
    const url = `http://127.0.0.1:${(parley.address() as AddressInfo).port}`
    const diagnose = async (language: Language = 'en') => {
      const variables = {
        TEAMS_APP_ID: simulator.appId,
        TEAMS_APP_PASSWORD: simulator.appPassword,
        TEAMS_TENANT_ID: simulator.tenantId,
        TEAMS_APP_TYPE: 'SingleTenant',
        TEAMS_LOGIN_URL: simulator.loginUrl,
        TEAMS_OPENID_URL: simulator.openIdMetadataUrl,
        TEAMS_OAUTH_URL: simulator.tokenStoreUrl,
        ...env,
      }
      const findings: Finding[] = []
      const installations = [{ id: simulator.tenantId, name: 'Example' }]
      for await (const one of setup.diagnose({ env: variables, language, url, installations, notes }))
        findings.push(one)
      return findings
    }
    return { simulator, parley, notes, diagnose }
  }
  const states = (findings: Finding[]) => findings.map(({ what, state }) => [what, state])

  it('tells whoever reads Japanese so', async () => {
    const { diagnose } = await look()
    for (const { what, say } of await diagnose('ja')) {
      if (what !== 'tenants') expect(say, what).toMatch(/[\p{sc=Hira}\p{sc=Kana}]/u)
    }
  })

  it('finds everything well that can be seen from here', async () => {
    const { diagnose } = await look()
    expect(states(await diagnose())).toEqual([
      ['token', 'ok'],
      ['expiry', 'unknown'],
      ['signing keys', 'ok'],
      ['endpoint', 'ok'],
      ['messaging endpoint', 'unknown'],
      ['reading', 'unknown'],
      ['tenants', 'ok'],
    ])
  })

  it('tells whether an agent sees the thread that it is asked in', async () => {
    const reading = (findings: Finding[]) => findings.find(({ what }) => what === 'reading')
    const { diagnose, notes } = await look()
    expect(reading(await diagnose())).toMatchObject({
      state: 'unknown',
      say: expect.stringMatching(/^Nobody has let it .*--hears-all/),
    })
    const grants = createGrants({ notes, now: Date.now })
    await grants.denied('t1', '19:lunch@thread.v2')
    await grants.given('t1', 'g1')
    const say = expect.stringMatching(
      /^1 team or chat let it read what was said; not files.*1 team or chat did not: t1\/19:lunch/,
    )
    expect(reading(await diagnose())).toMatchObject({ state: 'ok', say })
    const free = await look({}, { readsTenant: true, readsFiles: true })
    expect(reading(await free.diagnose())).toMatchObject({
      state: 'ok',
      say: expect.stringContaining('(ChannelMessage.Read.All), and files of channels'),
    })
  })

  it('tells whether the bot has the OAuth connection that people are signed in by', async () => {
    const env = { TEAMS_OAUTH_CONNECTION: 'people', TEAMS_OAUTH_SERVERS: 'https://tracker.example.com' }
    const connection = (findings: Finding[]) => findings.find(({ what }) => what === 'single sign-on')
    const { simulator, diagnose } = await look(env, { connections: [{ name: 'people' }] })
    const say = 'people are signed in by the OAuth connection people at https://tracker.example.com'
    expect(connection(await diagnose())).toEqual({ what: 'single sign-on', state: 'ok', say })
    simulator.faults.set([{ kind: 'error', route: 'GET token status' }])
    const away = { state: 'unknown', say: expect.stringContaining('could not be asked at http://127.0.0.1') }
    expect(connection(await diagnose())).toMatchObject(away)
    const other = await look(env, { connections: [{ name: 'graph' }] })
    const found = connection(await other.diagnose())
    expect(found).toMatchObject({
      state: 'fault',
      say: expect.stringContaining('no OAuth connection people, but graph'),
    })
    expect(connection(await other.diagnose('ja'))!.say).toContain('OAuth 接続 people がありません')
    expect(connection(await (await look()).diagnose())).toBeUndefined()
  })

  it.each([
    [
      'nothing is set',
      { TEAMS_APP_ID: '', TEAMS_APP_PASSWORD: '' },
      'configuration',
      'TEAMS_APP_ID, TEAMS_APP_PASSWORD are not set',
    ],
    ['a wrong secret', { TEAMS_APP_PASSWORD: 'wrong' }, 'token', 'not the Secret ID'],
    ['a wrong app', { TEAMS_APP_ID: '3f2b8c1e-0000-4000-8000-0000000000ff' }, 'token', 'is no app of that tenant'],
    ['a wrong tenant', { TEAMS_TENANT_ID: '3f2b8c1e-0000-4000-8000-0000000000ff' }, 'token', 'There is no such tenant'],
    ['nobody there', { TEAMS_LOGIN_URL: 'http://127.0.0.1:9' }, 'token', 'could not be asked'],
    ['no keys', { TEAMS_OPENID_URL: 'http://127.0.0.1:9/openid' }, 'signing keys', 'could not be fetched'],
  ])('says what to mend: %s', async (_, env, what, words) => {
    const { simulator, diagnose } = await look(env)
    const found = (await diagnose()).find((one) => one.what === what)
    expect(found).toMatchObject({ state: 'fault', say: expect.stringContaining(words) })
    expect(found!.say).not.toContain(simulator.appPassword)
  })

  it('explains a token of another tenant, with which each answer would be refused', async () => {
    const { simulator, diagnose } = await look()
    simulator.setTokenClaims({ tid: 'd6d49420-f39b-4df7-a1dc-d59a935871db', aud: 'https://graph.microsoft.com' })
    expect((await diagnose())[0]).toMatchObject({
      state: 'fault',
      say: expect.stringMatching(/aud is https:\/\/graph.*tid is d6d49420.*each of its answers is refused/),
    })
  })

  it('tells Parley that does not run from one that is not Parley', async () => {
    const { parley, diagnose } = await look()
    parley.removeAllListeners('request')
    parley.on('request', (_, response) => response.writeHead(404).end())
    const endpoint = async () => (await diagnose()).find(({ what }) => what === 'endpoint')
    expect(await endpoint()).toMatchObject({ state: 'fault', say: expect.stringContaining('answers 404') })
    parley.closeAllConnections()
    await new Promise((resolve) => parley.close(resolve))
    expect(await endpoint()).toMatchObject({ state: 'unknown', say: expect.stringContaining('Start Parley') })
  })

  it('warns where nobody is checked', async () => {
    const { diagnose } = await look({ TEAMS_AUTH: 'none' })
    expect((await diagnose())[0]).toMatchObject({ what: 'configuration', state: 'unknown' })
  })
})
