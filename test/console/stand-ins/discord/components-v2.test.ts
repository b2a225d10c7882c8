import { describe, expect, it } from 'vitest'
import type { DiscordSimulator } from '../../../../console/stand-ins/discord/index.ts'
import { specTakes } from './spec-oracle.ts'
import { ANN, type Answer, button, call, GENERAL, row, startSimulator } from './support.ts'

const V2 = 1 << 15
const MESSAGES = `/channels/${GENERAL}/messages`
const words = (content: string) => ({ type: 10, content })
const card = (...components: object[]) => ({ type: 17, accent_color: 0x58_65_f2, components })
const file = (name: string) => ({ type: 13, file: { url: `attachment://${name}` } })

const post = (simulator: DiscordSimulator, body: unknown): Promise<Answer> => call(simulator, 'POST', MESSAGES, body)
const edit = (simulator: DiscordSimulator, { body: { id } }: Answer, body: unknown): Promise<Answer> =>
  call(simulator, 'PATCH', `${MESSAGES}/${id}`, body)

function withFiles(body: object, names: readonly string[]): FormData {
  const form = new FormData()
  form.set('payload_json', JSON.stringify(body))
  for (const [n, name] of names.entries()) form.set(`files[${n}]`, new Blob([`in ${name}`]), name)
  return form
}

const errorsOf = ({ body }: Answer): string => JSON.stringify(body.errors)

describe('a message that is its components', () => {
  it('holds containers with words, rules, rows, and a button beside its words', async () => {
    const simulator = await startSimulator()
    const section = { type: 9, components: [words('One more')], accessory: button('b') }
    const body = { flags: V2, components: [card(words('# Hi'), { type: 14 }, section, row(button('a')))] }
    expect(specTakes('POST /channels/{channel}/messages', body)).toBe(true)
    expect((await post(simulator, body)).status).toBe(200)
    const [shown] = simulator.messages(GENERAL)
    expect(shown).toMatchObject({
      content: '',
      components: [{ type: 17, components: [{ content: '# Hi' }, { divider: true, spacing: 1 }, { type: 9 }, {}] }],
    })
  })

  it('shows those of its files that a component shows, which its attachments then leave out', async () => {
    const simulator = await startSimulator()
    const components = [card(words('Two files'), file('a.txt'))]
    const { body } = await post(simulator, withFiles({ flags: V2, components }, ['a.txt', 'b.txt']))
    expect(body.attachments).toMatchObject([{ filename: 'b.txt' }])
    const [, shown] = body.components[0].components
    expect(shown).toMatchObject({ name: 'a.txt', size: 8, file: { attachment_id: expect.stringMatching(/^\d+$/) } })
    expect(await (await fetch(shown.file.url)).text()).toBe('in a.txt')
    const [seen] = simulator.messages(GENERAL)
    expect(seen!.attachments).toEqual([])
    expect(JSON.stringify(seen!.components)).toContain('"filename":"a.txt"')
  })

  it('keeps a file that an edit names, by its id in the list and its name in the component', async () => {
    const simulator = await startSimulator()
    const posted = await post(simulator, withFiles({ flags: V2, components: [file('a.txt')] }, ['a.txt']))
    const [{ file: kept }] = posted.body.components
    const changed = { components: [words('Still there'), file('a.txt')], attachments: [{ id: kept.attachment_id }] }
    const { body } = await edit(simulator, posted, changed)
    expect(body.components[1].file.attachment_id).toBe(kept.attachment_id)
    const dropped = await edit(simulator, posted, { attachments: [] })
    expect(errorsOf(dropped)).toContain('UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND')
  })

  it('can be one that was not, once what it held before is taken away', async () => {
    const simulator = await startSimulator()
    const posted = await post(simulator, { content: 'As it was', embeds: [{ title: 'A' }] })
    const components = [words('As it is')]
    const errors = errorsOf(await edit(simulator, posted, { flags: V2, components }))
    expect(errors).toMatch(/"content":.*LEGACY_FIELDS.*"embeds":.*LEGACY_FIELDS/)
    const { status } = await edit(simulator, posted, { flags: V2, components, content: null, embeds: [] })
    expect(status).toBe(200)
    const back = await edit(simulator, posted, { flags: 0, content: 'As it was', components: [] })
    expect(errorsOf(back)).toContain('MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG')
    expect(errorsOf(await edit(simulator, posted, { content: 'Both' }))).toContain('LEGACY_FIELDS')
  })

  it('calls whom its words call, as content does', async () => {
    const simulator = await startSimulator()
    const components = [card(words(`Hello <@${ANN}>`))]
    await post(simulator, { flags: V2, components, allowed_mentions: { parse: [] } })
    expect(simulator.liveMentions).toEqual([])
    await post(simulator, { flags: V2, components })
    expect(simulator.liveMentions).toMatchObject([{ kind: 'user', id: ANN }])
  })

  it.each<[what: string, components: object[], fault: string]>([
    ['a file from elsewhere', [{ type: 13, file: { url: 'https://example.com/a.txt' } }], 'STRING_TYPE_REGEX'],
    ['a file that did not come', [file('a.txt')], 'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND'],
    ['a container in a container', [card(card(words('a')))], 'BASE_TYPE_CHOICES'],
    ['a container with nothing in it', [card()], 'BASE_TYPE_BAD_LENGTH'],
    ['words that are none', [words('')], 'BASE_TYPE_BAD_LENGTH'],
    ['a button outside of a row', [button('a')], 'BASE_TYPE_CHOICES'],
    ['41 components, one within another', [card(...Array(40).fill(words('a')))], 'BASE_TYPE_MAX_LENGTH'],
  ])('is refused with %s', async (_, components, fault) => {
    const simulator = await startSimulator()
    expect(errorsOf(await post(simulator, { flags: V2, components }))).toContain(fault)
  })

  it('is refused with no component, whatever else comes', async () => {
    const simulator = await startSimulator()
    const answer = await post(simulator, withFiles({ flags: V2 }, ['a.txt']))
    expect(answer).toMatchObject({ status: 400, body: { code: 50006 } })
  })
})
