import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bundleFolders } from '../../src/admin/bundles/index.ts'
import { prepare } from '../../src/admin/prepare.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { ann, ben, guide, openHouse, refusal } from './support.ts'

const agentFile = (displayName = 'Guide', more = '') => `
agent:
  displayName: ${displayName}
  description: A guide
  photoUrl: https://example.com/guide.png
  providerName: Example
  scope: private
${more}`

async function setUp() {
  const house = await openHouse()
  const configFolder = tempFolder()
  const notices: string[] = []
  const notice = (level: string) => (about: object, text: string) =>
    void notices.push(`${level}: ${Object.values(about)[0]} ${text}`)
  const write = (path: string, text: string) => {
    const file = join(configFolder, 'agents', path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
  }
  const start = () =>
    prepare({ ...house, config: { configFolder }, log: { info: notice('info'), warn: notice('warn') } })
  return { ...house, configFolder, notices, write, start }
}

describe('agent folders', () => {
  it('become agents of the first account, under the name of the folder', async () => {
    const { admin, write, start, notices } = await setUp()
    write('guide/agent.yaml', agentFile('Guide', 'replies:\n  opening: Hello!\n'))
    write('guide/rules.yaml', '- when: [hi]\n  say: Hello!\n')
    write('other/agent.yaml', agentFile('Other', 'id: second\n'))
    await start()
    expect(await admin.agents.list(ann)).toMatchObject([
      {
        id: 'guide',
        document: { agent: guide, replies: { opening: 'Hello!' }, rules: [{ when: ['hi'], say: 'Hello!' }] },
      },
      { id: 'second', document: { rules: [] } },
    ])
    expect(notices).toEqual([
      'info: guide an agent was made from its folder',
      'info: second an agent was made from its folder',
    ])
  })

  it('are published again when what they mean has changed, and only then', async () => {
    const { admin, write, start } = await setUp()
    write('guide/agent.yaml', agentFile())
    await start()
    write('guide/agent.yaml', `# a comment\n${agentFile()}`)
    await start()
    expect(await admin.agents.get('guide', ann)).toMatchObject({ version: 1 })
    write('guide/agent.yaml', agentFile('New guide'))
    await start()
    expect(await admin.agents.get('guide', ann)).toMatchObject({
      version: 2,
      document: { agent: { displayName: 'New guide' } },
    })
  })

  it('do not overwrite what somebody has edited since', async () => {
    const { admin, write, start, notices } = await setUp()
    write('guide/agent.yaml', agentFile())
    await start()
    await admin.agents.update({ agent: { id: 'guide', displayName: "Ann's guide" } }, ann)
    await start()
    expect(notices).toHaveLength(1)
    write('guide/agent.yaml', agentFile('New guide'))
    await start()
    expect(notices[1]).toMatch(/^warn: guide .*edited in another way/)
    expect((await admin.agents.get('guide', ann)).document.agent.displayName).toBe("Ann's guide")
  })

  it('do not take an agent that is there already', async () => {
    const { admin, write, start, notices } = await setUp()
    await admin.agents.create({ agent: { ...guide, id: 'guide' } }, ann)
    await admin.agents.create({ agent: { ...guide, id: 'bens' } }, ben)
    write('guide/agent.yaml', agentFile('New guide'))
    write('bens/agent.yaml', agentFile('New guide'))
    await start()
    expect(notices.map((notice) => notice.slice(0, 11))).toEqual(['warn: bens ', 'warn: guide'])
    expect(await admin.agents.get('bens', ben)).toMatchObject({ version: 1 })
  })

  it('give webhooks their secrets and keep them', async () => {
    const { admin, db, write, start } = await setUp()
    const hook = (value: string) => `
webhooks:
  - name: a
    method: GET
    url: https://example.com/
    trigger: { triggerType: 0, condition: 0 }
    authHeaders: [{ key: X-Token, value: ${value} }]
`
    write('guide/agent.yaml', agentFile('Guide', hook('of-ann')))
    await start()
    const secrets = () => db.query.selectFrom('webhook_secret').selectAll().execute()
    const before = await secrets()
    expect(before).toHaveLength(1)
    write('guide/agent.yaml', agentFile('Guide', hook('of-ben')))
    await start()
    expect(await admin.agents.get('guide', ann)).toMatchObject({ version: 2 })
    expect(await secrets()).toEqual(before)
    const documents = await db.query.selectFrom('agent_version').select('document').execute()
    expect(JSON.stringify(documents)).not.toMatch(/of-(ann|ben)/)
  })

  it('are applied one by one, and every fault of the others is told with its file and its line', async () => {
    const { admin, configFolder, write, start } = await setUp()
    write('bad name/agent.yaml', agentFile())
    write('broken/agent.yaml', 'agent: {')
    write('empty/rules.yaml', '')
    write('guide/agent.yaml', agentFile('Guide', '  llmSettings: { llm: gpt-4-o }\nreplys: {}\n'))
    write('guide/rules.yaml', '- when: [hi]\n  say: Hello!\n- when: []\n  said: Hello!\n')
    write('long/agent.yaml', agentFile('Long', `  llmSettings: { llm: gpt-4o, prompt: "${'a '.repeat(6001)}" }\n`))
    write('twin/agent.yaml', agentFile('Twin', 'id: whole\n'))
    write('whole/agent.yaml', agentFile())
    await start()
    expect(await admin.agents.list(ann)).toMatchObject([{ id: 'whole', version: 1 }])
    const error = await refusal(admin.bundles.apply(bundleFolders(join(configFolder, 'agents')), firstAccount))
    expect(error.code).toBe('invalid_agent_folder')
    const faults = error.faults.map(({ path, message }) => `${path.slice(configFolder.length + 8)}: ${message}`)
    expect(faults).toEqual([
      'bad name/agent.yaml id: is needed, because the name of the folder cannot be an id',
      expect.stringMatching(/^broken\/agent\.yaml:1: is not YAML: /),
      'empty/agent.yaml: is missing',
      'guide/agent.yaml:9 replys: is not known here; did you mean replies?',
      expect.stringMatching(
        /^guide\/agent\.yaml:8 agent\.llmSettings\.llm: must be one of default, gpt-3\.5-turbo.*did you mean gpt-4o\?$/,
      ),
      'guide/rules.yaml:3 [1].when: must not be empty',
      'guide/rules.yaml:3 [1].say: is required',
      'guide/rules.yaml:4 [1].said: is not known here',
      'long/agent.yaml:8 agent.llmSettings.prompt: must have at most 6000 tokens',
      "whole/agent.yaml id: whole is the id of another folder's agent",
    ])
    expect(await admin.agents.list(ann)).toMatchObject([{ id: 'whole', version: 1 }])
  })
})

describe('prepare', () => {
  it('makes demo the default agent of the first account, unless it has one', async () => {
    const { store, admin, write, start, configFolder } = await setUp()
    await start()
    expect((await store.accounts.get(firstAccount))!.default_agent).toBeNull()
    write('demo/agent.yaml', agentFile())
    await start()
    expect((await store.accounts.get(firstAccount))!.default_agent).toBe('demo')
    const { id } = await admin.agents.create({ agent: guide }, ann)
    await store.db.batch([store.accounts.updateStep(firstAccount, { default_agent: id })])
    await start()
    expect((await store.accounts.get(firstAccount))!.default_agent).toBe(id)
    rmSync(configFolder, { recursive: true })
    await start()
    expect(await admin.agents.list(ann)).toHaveLength(2)
  })

  it('goes on with the agents there were when a folder has become faulty, but does not begin without one', async () => {
    const { admin, write, start, notices } = await setUp()
    write('demo/agent.yaml', 'agnet: {}')
    expect((await refusal(start())).code).toBe('invalid_agent_folder')
    write('demo/agent.yaml', agentFile())
    await start()
    write('demo/scenarios/broken.yaml', 'version: 1')
    await start()
    expect(notices.at(-1)).toMatch(/^warn: .*broken\.yaml.* what is running stays$/)
    expect(await admin.agents.list(ann)).toMatchObject([{ id: 'demo', version: 1 }])
  })

  it('makes what is there count as the first agent', async () => {
    const { admin, write, start } = await setUp()
    write('demo/agent.yaml', agentFile())
    await start()
    await admin.agents.create({ agent: guide }, { ...ann, door: 'http' })
  })

  it('says which accounts are on a plan that is no longer there', async () => {
    const { store, start, notices } = await setUp()
    await store.db.batch([store.accounts.updateStep('other', { plan: 'gone' })])
    await start()
    expect(notices).toEqual([expect.stringMatching(/^warn: other .*plan/)])
  })
})
