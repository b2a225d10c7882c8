import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLook, signatureOf } from '../../src/admin/bundles/watch.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { ann, openHouse, refusal } from './support.ts'

const agentFile = (displayName = 'Guide', more = '') => `
agent:
  displayName: ${displayName}
  description: A guide
  photoUrl: https://example.com/guide.png
  providerName: Example
  scope: private
${more}`

const scenarioFile = `
version: 1
id: book_room
start: [{ match: { partial: [book a room, 会議室を予約] } }]
first: ask
nodes:
  ask:
    say: { en: "Which floor, #{username}?", ja: 何階ですか? }
    options: [{ text: 1F, goto: done, set: { floor: "1" } }]
    select: true
  done: { say: "Booked on #{floor}.", end: completed }
`

const hook = (value: string) => `
webhooks:
  - name: crm
    method: POST
    url: https://example.com/
    trigger: { triggerType: 0, condition: 0 }
    authHeaders: [{ key: Authorization, value: "${value}" }]
`

function write(folder: string, files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
  }
  return folder
}

describe('an agent as a folder', () => {
  it('is the same agent again after export and apply', async () => {
    const { admin, store } = await openHouse()
    const folder = write(join(tempFolder(), 'guide'), {
      'agent.yaml': agentFile('Guide', 'replies:\n  opening: [Hello!, "Hi: there"]\n'),
      'rules.yaml': '- when: [hi, "yes: no"]\n  say: |\n    Hello!\n    #{name}\n  options: [A, "B"]\n',
      'scenarios/book_room.yaml': scenarioFile,
    })
    await admin.bundles.apply([folder], firstAccount)
    const { document } = await admin.agents.get('guide', ann)
    expect(document.scenarios).toMatchObject([{ id: 'book_room', priority: 50, policy: { digression: 'return' } }])

    const copy = join(tempFolder(), 'guide')
    const files = await admin.bundles.export('guide', ann, copy)
    expect(files.map((file) => file.slice(copy.length + 1))).toEqual([
      'agent.yaml',
      'rules.yaml',
      'scenarios/book_room.yaml',
    ])
    expect(await admin.bundles.diff([copy], firstAccount)).toMatchObject([{ difference: '' }])
    await store.db.batch(store.agents.removeSteps('guide', firstAccount))
    expect(await admin.bundles.apply([copy], firstAccount)).toMatchObject([{ id: 'guide', outcome: 'made' }])
    expect((await admin.agents.get('guide', ann)).document).toEqual(document)
  })

  it('keeps its scenarios in their order, which decides between equals', async () => {
    const { admin, store } = await openHouse()
    const named = (id: string) => scenarioFile.replace('id: book_room', `id: ${id}`)
    const folder = write(join(tempFolder(), 'guide'), {
      'agent.yaml': agentFile(),
      'scenarios/1.yaml': named('room'),
      'scenarios/2.yaml': named('Book'),
      'scenarios/3.yaml': named('book'),
    })
    await admin.bundles.apply([folder], firstAccount)
    const { document } = await admin.agents.get('guide', ann)
    const copy = join(tempFolder(), 'guide')
    const files = await admin.bundles.export('guide', ann, copy)
    expect(files.slice(1).map((file) => file.slice(copy.length + 1))).toEqual([
      'scenarios/1-room.yaml',
      'scenarios/2-Book.yaml',
      'scenarios/3-book.yaml',
    ])
    await store.db.batch(store.agents.removeSteps('guide', firstAccount))
    await admin.bundles.apply([copy], firstAccount)
    expect((await admin.agents.get('guide', ann)).document).toEqual(document)
  })

  it('is not exported over files that are there', async () => {
    const { admin } = await openHouse()
    const folder = write(join(tempFolder(), 'guide'), { 'agent.yaml': agentFile() })
    await admin.bundles.apply([folder], firstAccount)
    expect((await refusal(admin.bundles.export('guide', ann, folder))).code).toBe('folder_not_empty')
  })

  it('shows what would be overwritten, and overwrites it only by force', async () => {
    const { admin } = await openHouse()
    const folder = write(join(tempFolder(), 'guide'), { 'agent.yaml': agentFile() })
    await admin.bundles.apply([folder], firstAccount)
    await admin.agents.update({ agent: { id: 'guide', displayName: "Ann's guide" } }, ann)
    write(folder, { 'agent.yaml': agentFile('New guide') })
    const [edited] = await admin.bundles.apply([folder], firstAccount)
    expect(edited).toMatchObject({ outcome: 'edited' })
    expect(edited!.difference).toContain("-  displayName: Ann's guide\n+  displayName: New guide\n")
    expect((await admin.agents.get('guide', ann)).document.agent.displayName).toBe("Ann's guide")
    expect(await admin.bundles.apply([folder], firstAccount, { force: true })).toMatchObject([{ outcome: 'updated' }])
    expect((await admin.agents.get('guide', ann)).document.agent.displayName).toBe('New guide')
    expect(await admin.bundles.apply([folder], firstAccount)).toMatchObject([{ outcome: 'unchanged' }])
  })

  it('takes secrets from the environment, and never shows them', async () => {
    const { admin, store } = await openHouse({ env: { CRM_TOKEN: 'of-ann' } })
    const folder = write(join(tempFolder(), 'guide'), { 'agent.yaml': agentFile('Guide', hook('Bearer ${CRM_TOKEN}')) })
    const [made] = await admin.bundles.apply([folder], firstAccount)
    expect(made!.difference).toContain('value: ••••')
    const copy = tempFolder()
    await admin.bundles.export('guide', ann, join(copy, 'guide'))
    const exported = readFileSync(join(copy, 'guide/agent.yaml'), 'utf8')
    const stored = await store.db.query.selectFrom('agent_version').select('document').execute()
    expect(`${JSON.stringify([made, stored])}${exported}`).not.toContain('of-ann')
    // What is masked is kept as it is.
    expect(await admin.bundles.apply([join(copy, 'guide')], firstAccount)).toMatchObject([{ outcome: 'updated' }])
    // But only for the server that it was meant for.
    const elsewhere = exported.replace('url: https://example.com', 'url: https://elsewhere.example')
    expect(elsewhere).not.toBe(exported)
    write(join(copy, 'guide'), { 'agent.yaml': elsewhere })
    const { faults } = await refusal(admin.bundles.apply([join(copy, 'guide')], firstAccount, { force: true }))
    const message = expect.stringMatching(/^is masked, but the \S+ that is kept is for https:\/\/example.com alone/)
    expect(faults).toMatchObject([{ message }])
  })

  it('names the variable that is missing, and the header there is nothing to keep for', async () => {
    const { admin } = await openHouse()
    const folder = tempFolder()
    const one = write(join(folder, 'one'), { 'agent.yaml': agentFile('One', hook('${CRM_TOKEN}')) })
    const two = write(join(folder, 'two'), { 'agent.yaml': agentFile('Two', hook('••••')) })
    const { faults } = await refusal(admin.bundles.apply([one, two], firstAccount))
    expect(faults).toMatchObject([
      { path: `${one}/agent.yaml webhooks[0].authHeaders[0].value`, message: expect.stringContaining('CRM_TOKEN') },
      { path: `${two}/agent.yaml webhooks[0].authHeaders[0].value`, message: expect.stringContaining('masked') },
    ])
  })

  it('says where in a scenario something is wrong', async () => {
    const { admin } = await openHouse()
    const folder = write(join(tempFolder(), 'guide'), {
      'agent.yaml': agentFile(),
      'scenarios/book_room.yaml': scenarioFile.replace('select: true', 'selekt: true'),
    })
    const { faults } = await refusal(admin.bundles.apply([folder], firstAccount))
    expect(faults).toEqual([
      {
        path: `${folder}/scenarios/book_room.yaml:10 nodes.ask.selekt`,
        message: 'is not known here; did you mean select?',
      },
    ])
  })
})

describe('a watched folder', () => {
  it('is told of once it has been left alone for a moment', async () => {
    const folder = write(tempFolder(), { 'guide/agent.yaml': 'a' })
    let changes = 0
    const look = createLook({
      folder,
      heeded: await signatureOf(folder),
      onChange: async () => void changes++,
      onError: (error) => expect(error).toBeUndefined(),
    })
    await look()
    write(folder, { 'guide/scenarios/one.yaml': 'b' })
    await look()
    expect(changes).toBe(0)
    write(folder, { 'guide/scenarios/two.yaml': 'c' })
    await look()
    expect(changes).toBe(0)
    await look()
    expect(changes).toBe(1)
    await look()
    expect(changes).toBe(1)
  })
})

describe('what an agent knows', () => {
  const files = { 'agent.yaml': agentFile(), 'knowledge/hours.md': '# Hours\n\nWe are open from nine to five.\n' }
  const know = async ({ admin }: Awaited<ReturnType<typeof openHouse>>) =>
    (await admin.knowledge.list('guide', ann)).map(({ name }) => name)

  it('comes from its folder, changes with it and goes with it', async () => {
    const house = await openHouse()
    const folder = write(join(tempFolder(), 'guide'), files)
    await house.admin.bundles.apply([folder], firstAccount)
    expect(await know(house)).toEqual(['hours.md'])
    expect(await house.admin.knowledge.search('guide', 'when are you open', ann)).toMatchObject([
      { source: 'hours.md' },
    ])
    write(folder, { 'knowledge/address.md': 'We are at 12 Garden Street.' })
    rmSync(join(folder, 'knowledge/hours.md'))
    const [diff] = await house.admin.bundles.diff([folder], firstAccount)
    expect(diff!.difference).toMatch(/knowledge\/address\.md[\s\S]*\+sha256[\s\S]*knowledge\/hours\.md[\s\S]*-sha256/)
    expect(await house.admin.bundles.apply([folder], firstAccount)).toMatchObject([{ outcome: 'updated' }])
    expect(await know(house)).toEqual(['address.md'])
  })

  it('is not overwritten where somebody has changed it since, unless by force', async () => {
    const house = await openHouse()
    const folder = write(join(tempFolder(), 'guide'), files)
    await house.admin.bundles.apply([folder], firstAccount)
    await house.admin.knowledge.add('guide', { name: 'more.md', text: 'Dogs are welcome.' }, ann)
    write(folder, { 'agent.yaml': agentFile('New guide') })
    expect(await house.admin.bundles.apply([folder], firstAccount)).toMatchObject([{ outcome: 'edited' }])
    expect(await know(house)).toEqual(['hours.md', 'more.md'])
    await house.admin.bundles.apply([folder], firstAccount, { force: true })
    expect(await know(house)).toEqual(['hours.md'])
  })

  it('is exported byte by byte', async () => {
    const { admin } = await openHouse()
    const folder = write(join(tempFolder(), 'guide'), files)
    await admin.bundles.apply([folder], firstAccount)
    const copy = join(tempFolder(), 'guide')
    await admin.bundles.export('guide', ann, copy)
    expect(readFileSync(join(copy, 'knowledge/hours.md'), 'utf8')).toBe(files['knowledge/hours.md'])
    expect(await admin.bundles.diff([copy], firstAccount)).toMatchObject([{ difference: '' }])
  })

  it('refuses the folder in which a file cannot be read, and no other', async () => {
    const house = await openHouse()
    const folder = tempFolder()
    const whole = write(join(folder, 'guide'), files)
    const broken = write(join(folder, 'other'), { 'agent.yaml': agentFile(), 'knowledge/a.pdf': '%PDF-1.7 no' })
    const { faults } = await refusal(house.admin.bundles.apply([whole, broken], firstAccount))
    expect(faults).toMatchObject([{ path: join(broken, 'knowledge/a.pdf') }])
    expect(await house.admin.agents.list(ann)).toMatchObject([{ id: 'guide', version: 1 }])
  })
})

it('says of a faulty scenario what is wrong, with its code, and applies nothing', async () => {
  const { admin } = await openHouse()
  const folder = write(join(tempFolder(), 'guide'), {
    'agent.yaml': agentFile(),
    'scenarios/book_room.yaml': scenarioFile.replace('goto: done', 'goto: gone'),
  })
  const { faults } = await refusal(admin.bundles.apply([folder], firstAccount))
  expect(faults[0]).toEqual({
    path: expect.stringContaining('book_room.yaml:9'),
    message: expect.stringMatching(/gone.*\(S002\)$/),
  })
})
