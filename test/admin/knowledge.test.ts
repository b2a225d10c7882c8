import { describe, expect, it } from 'vitest'
import { pdf } from '../drivers/documents/files.ts'
import { ann, ben, guide, openHouse, refusal } from './support.ts'

async function openAgent() {
  const house = await openHouse()
  const { knowledge } = house.admin
  const { id } = await house.admin.agents.create({ agent: guide }, ann)
  const add = (name: string, content: string | Uint8Array) =>
    knowledge.add(id, { name, bytes: Buffer.from(content) }, ann)
  const find = async (text: string) => (await knowledge.search(id, text, ann)).map((hit) => hit.text)
  const passages = async () => (await house.db.query.selectFrom('passage').select('id').execute()).map((row) => row.id)
  return { ...house, knowledge, id, add, find, passages }
}

const hours = '# Opening hours\n\nWe are open from nine to eighteen.\n\n# Parking\n\nParking is free.'

describe('adding knowledge', () => {
  it('makes a file findable, and says where things stand', async () => {
    const { id, add, knowledge, find } = await openAgent()
    const { source, changed, warnings } = await add('hours.md', hours)
    expect(changed).toBe(true)
    expect(source).toMatchObject({
      agent: id,
      name: 'hours.md',
      mimetype: 'text/markdown',
      passages: 2,
      bytes: hours.length,
    })
    expect(warnings).toEqual([
      {
        path: 'agent.knowledge.knowledgeDataStore.useKnowledgeDataStore',
        message: 'is not on, so the agent does not look into its knowledge',
      },
    ])
    expect(await knowledge.list(id, ann)).toEqual([source])
    expect(await knowledge.search(id, 'parking', ann)).toMatchObject([
      { source: 'hours.md', title: 'Parking', text: 'Parking is free.' },
    ])
    expect(await find('opening hours?')).toEqual(['We are open from nine to eighteen.'])
    expect(Buffer.from(await knowledge.content(id, 'hours.md', ann)).toString()).toBe(hours)
    expect((await refusal(knowledge.content(id, 'other.md', ann))).code).toBe('knowledge_not_found')
  })

  it('is told in the log of changes, one passage as one', async () => {
    const { add, db } = await openAgent()
    await add('hours.md', hours)
    await add('parking.md', 'Parking is free.')
    const rows = await db.query.selectFrom('audit').select('summary').where('action', '=', 'knowledge.add').execute()
    expect(rows.map(({ summary }) => summary.replace(/, sha256 .*/, ''))).toEqual([
      `"hours.md": ${hours.length} bytes, 2 passages`,
      '"parking.md": 16 bytes, 1 passage',
    ])
  })

  it('changes nothing for the same bytes under the same name', async () => {
    const { add, passages } = await openAgent()
    const first = await add('hours.md', hours)
    const before = await passages()
    expect(await add('hours.md', hours)).toEqual({ ...first, changed: false })
    expect(await passages()).toEqual(before)
  })

  it('replaces what stood under the name', async () => {
    const { add, find, passages } = await openAgent()
    await add('hours.md', hours)
    expect((await add('hours.md', '# Parking\n\nParking costs 2 euros.')).changed).toBe(true)
    expect(await find('parking')).toEqual(['Parking costs 2 euros.'])
    expect(await find('opening hours')).toEqual([])
    expect(await passages()).toHaveLength(1)
  })

  it('keeps what there was when the new file cannot be read', async () => {
    const { add, find } = await openAgent()
    await add('guide.pdf', pdf(['Parking is free.']))
    expect(await refusal(add('guide.pdf', '%PDF-1.7 broken'))).toMatchObject({
      code: 'document_unreadable',
      message: expect.stringMatching(/^The file guide\.pdf is damaged/),
    })
    expect(await find('parking')).toEqual(['Parking is free.'])
  })

  it('takes pasted text as it is', async () => {
    const { id, knowledge, find } = await openAgent()
    await knowledge.add(id, { name: 'Note', text: '%PDF- is how PDFs begin.' }, ann)
    expect(await find('how do PDFs begin?')).toEqual(['%PDF- is how PDFs begin.'])
    expect((await refusal(knowledge.add(id, { name: 'Note', text: ' ' }, ann))).message).toMatch(
      /^The text Note is empty/,
    )
  })

  it('has limits', async () => {
    const { id, add, knowledge } = await openAgent()
    expect(await refusal(add('big.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'a')))).toMatchObject({
      code: 'document_too_large',
      message: 'The file big.txt is larger than 10 MiB. Split it into smaller files.',
    })
    expect(await refusal(add('long.md', '# a\n\nb\n'.repeat(10_001)))).toMatchObject({
      code: 'document_too_large',
      message: 'The file long.md makes more than 10000 passages. Split it into smaller files.',
    })
    for (const name of ['', '  ', 'a\nb', 'a'.repeat(201)]) {
      expect((await refusal(add(name, hours))).code).toBe('invalid_knowledge_name')
    }
    expect(await knowledge.list(id, ann)).toEqual([])
  })
})

describe('knowledge', () => {
  it('is its agent’s alone', async () => {
    const { id, admin, knowledge, add } = await openAgent()
    await add('hours.md', hours)
    const { id: other } = await admin.agents.create({ agent: guide }, ann)
    expect(await knowledge.search(other, 'parking', ann)).toEqual([])
    for (const work of [
      () => knowledge.add(id, { name: 'x.md', text: 'x' }, ben),
      () => knowledge.list(id, ben),
      () => knowledge.content(id, 'hours.md', ben),
      () => knowledge.remove(id, 'hours.md', ben),
      () => knowledge.search(id, 'parking', ben),
    ]) {
      expect((await refusal(work())).code).toBe('forbidden')
    }
    expect((await refusal(knowledge.list('nobody', ann))).code).toBe('agent_not_found')
  })

  it('goes when it is removed', async () => {
    const { id, knowledge, add, find, passages } = await openAgent()
    await add('hours.md', hours)
    await knowledge.remove(id, 'hours.md', ann)
    expect(await find('parking')).toEqual([])
    expect(await passages()).toEqual([])
    expect(await refusal(knowledge.remove(id, 'hours.md', ann))).toMatchObject({
      code: 'knowledge_not_found',
      status: 404,
      message: 'The agent knows no file hours.md.',
    })
  })

  it('goes with its agent, also for one that is made again', async () => {
    const { id, admin, knowledge, add, passages } = await openAgent()
    await add('hours.md', hours)
    await admin.agents.remove(id, ann)
    expect(await passages()).toEqual([])
    await admin.agents.create({ agent: { ...guide, id } }, ann)
    expect(await knowledge.list(id, ann)).toEqual([])
    expect((await add('hours.md', hours)).changed).toBe(true)
  })
})

describe('a plan of sources', () => {
  const files = (...contents: [string, string][]) =>
    contents.map(([name, text]) => ({ name, bytes: Buffer.from(text) }))

  it('is carried out with the batch it is put into', async () => {
    const { id, db, knowledge, add, find } = await openAgent()
    await add('hours.md', hours)
    const { steps } = await knowledge.planSources(id, files(['hours.md', hours], ['more.md', 'Bicycles may park too.']))
    expect(await find('bicycles')).toEqual([])
    expect(await db.batch([...steps, knowledge.removeStep(id, 'hours.md')])).toBe(true)
    await knowledge.tidy()
    expect((await knowledge.list(id, ann)).map(({ name }) => name)).toEqual(['more.md'])
    expect(await find('park')).toEqual(['Bicycles may park too.'])
  })

  it('takes no step for what is known unchanged', async () => {
    const { id, knowledge, add } = await openAgent()
    await add('hours.md', hours)
    expect(await knowledge.planSources(id, files(['hours.md', hours]))).toMatchObject({ steps: [], warnings: [] })
  })

  it('leaves nothing behind when it is given up', async () => {
    const { id, db, knowledge, passages } = await openAgent()
    const { steps, giveUp } = await knowledge.planSources(id, files(['hours.md', hours]))
    await giveUp()
    expect(await db.batch(steps)).toBe(false)
    await knowledge.tidy()
    expect(await passages()).toEqual([])
  })

  it('names every file that cannot be read, and puts none in place', async () => {
    const { id, knowledge, passages } = await openAgent()
    const error = await refusal(
      knowledge.planSources(id, files(['good.md', hours], ['bad.pdf', '%PDF-'], ['empty.md', ''])),
    )
    expect(error.code).toBe('invalid_knowledge')
    expect(error.faults).toEqual([
      { path: 'bad.pdf', message: expect.stringMatching(/is damaged/) },
      { path: 'empty.md', message: expect.stringMatching(/holds no text/) },
    ])
    expect(await passages()).toEqual([])
  })

  it('warns of files that say the same', async () => {
    const { id, knowledge } = await openAgent()
    const { warnings } = await knowledge.planSources(id, files(['a.md', hours], ['b.md', hours]))
    expect(warnings).toEqual([{ path: 'b.md', message: 'holds the same as a.md' }])
  })
})
