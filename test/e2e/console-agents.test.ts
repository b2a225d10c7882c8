import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { guide } from '../http/server.ts'
import { findings } from '../support/axe.ts'
import { browserPath, openBrowser } from '../support/browser.ts'
import { type ConsoleSettings, enterConsole, goTo, roomScenario, settled, shot, unexpected } from './open-console.ts'

vi.setConfig({ testTimeout: 120_000 })
let browser: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  if (browserPath) browser = await openBrowser()
})
afterAll(() => browser?.close())

const agents = { guide: { ...guide, scenarios: [roomScenario] } }

const enter = (settings: ConsoleSettings = {}) => enterConsole(browser, { agents, ...settings })

it.skipIf(!browserPath)(
  'an agent is changed by a form, told what others changed meanwhile, published and rolled back',
  async () => {
    const { page, wrong, rename, admin, ben } = await enter()
    await goTo(page, 'a', '/agents')
    await page.getByRole('link', { name: /guide/ }).waitFor()
    expect(await findings(page)).toEqual([])
    await shot(page, 'agents')
    await page.getByRole('link', { name: /guide/ }).click()
    const name = page.getByLabel('Name (needed)')
    await name.waitFor()
    await page.getByText('Who the agent is and how it answers').waitFor()
    expect(await findings(page)).toEqual([])
    await shot(page, 'settings')

    await page.getByLabel('Description').fill('Knows the house')
    await rename('Reception')
    await page.getByRole('button', { name: 'Save to the draft' }).click()
    // Nothing was lost on either side.
    await page.getByText('slack_T0AB_U0BEN has changed this since you began:').waitFor()
    await page.getByText('agent.displayName', { exact: true }).waitFor()
    expect(await findings(page)).toEqual([])
    await shot(page, 'moved')
    await page.getByRole('button', { name: 'Save mine upon it' }).click()
    await page.getByText('Saved to the draft.').waitFor()
    const { document } = await admin.drafts.current('guide', ben)
    expect(document.agent).toMatchObject({ displayName: 'Reception', description: 'Knows the house' })

    await page.getByText('More settings', { exact: true }).click()
    await page.getByLabel('Temperature').fill('warm')
    expect(await findings(page)).toEqual([])
    await page.getByText('More settings', { exact: true }).click()
    await page.getByRole('button', { name: 'Save to the draft' }).click()
    // What is wrong is not out of sight.
    await page.getByText('Temperature must be a number').waitFor()
    await page.getByRole('button', { name: 'Drop what I changed' }).click()

    await page.getByRole('link', { name: /^Changes/ }).click()
    await page.getByText('description: Knows the house', { exact: false }).first().waitFor()
    await page.getByText('slack_T0AB_U0BEN', { exact: true }).waitFor()
    expect(await findings(page)).toEqual([])
    await shot(page, 'changes')
    await page.getByRole('button', { name: 'Undo the last change' }).click()
    await expect.poll(() => page.getByText('Knows the house').count()).toBe(0)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Version 2 is live now.').waitFor()
    expect((await admin.agents.get('guide', ben)).document.agent.displayName).toBe('Reception')

    await page.getByRole('link', { name: 'Versions' }).click()
    await page.getByRole('button', { name: 'v1 beside what is live' }).click()
    await page.getByRole('table', { name: 'agent.yaml' }).waitFor()
    expect(await findings(page)).toEqual([])
    await shot(page, 'versions')
    const back = page.getByRole('button', { name: 'Make what v1 was live again' })
    await back.click()
    await page.getByText('Press again').waitFor()
    await back.click()
    await page.getByText('Version 3, which is as v1 was, is live now.').waitFor()
    expect((await admin.agents.get('guide', ben)).document.agent.displayName).toBe(guide.agent.displayName)
    expect(unexpected(wrong)).toEqual([])
  },
)

it.skipIf(!browserPath)(
  'the YAML is edited with what the checker finds at its line, under the policy of the page',
  async () => {
    const { page, wrong, admin, ben } = await enter()
    await page.goto(`${new URL(page.url()).origin}/console/agents/guide/files`)
    await page.getByLabel('File').selectOption('scenarios/room.yaml')
    const editor = page.locator('[data-editor="scenarios/room.yaml"] .cm-content')
    await editor.waitFor()
    await page.getByText('The checker finds nothing.').waitFor()
    expect(await findings(page)).toEqual([])
    await shot(page, 'files')
    // Styles of the editor are there: without them its lines would not stand beside their numbers.
    const numbers = await page.locator('.cm-gutters').boundingBox()
    const lines = await editor.boundingBox()
    expect(lines!.x).toBeGreaterThanOrEqual(numbers!.x + numbers!.width)
    expect(lines!.y).toBeLessThan(numbers!.y + numbers!.height)

    const line = editor.getByText('goto: full')
    await line.click()
    await page.keyboard.press('End')
    await page.keyboard.type('er')
    await page.getByRole('button', { name: 'scenarios/room.yaml:', exact: false }).first().waitFor()
    await page.locator('[data-editor] .cm-lint-marker-error').first().waitFor()
    expect(await findings(page)).toEqual([])
    await shot(page, 'files-wrong')
    await page.getByRole('button', { name: 'Save to the draft' }).click()
    await page.getByRole('alert').getByText('fuller', { exact: false }).first().waitFor()

    await editor.getByText('goto: fuller').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await editor.getByText('It is yours.').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Enjoy it')
    await editor.getByText('It is yours. Enjoy it').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Saved to the draft.').waitFor()
    const { document } = await admin.drafts.current('guide', ben)
    expect(document.scenarios[0]?.nodes['done']?.say).toBe('It is yours. Enjoy it')

    // Keys and values are completed as the schema has them, without what is there already.
    await page.getByLabel('File').selectOption('agent.yaml')
    const settings = page.locator('[data-editor="agent.yaml"] .cm-content')
    await settings.getByText('scope:').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('m')
    const offered = page.locator('.cm-tooltip-autocomplete')
    await offered.getByRole('option', { name: /^memory/ }).waitFor()
    expect(await offered.getByText('llmSettings').count()).toBe(0)
    expect(await findings(page)).toEqual([])
    await shot(page, 'completion')
    await page.keyboard.type('em')
    await offered.getByRole('option', { name: /^memory/ }).click()
    await page.keyboard.press('ControlOrMeta+Space')
    await offered.getByRole('option', { name: 'facts' }).waitFor()
    // By keys, too.
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await settings.getByText('memory: facts').waitFor()
    expect(unexpected(wrong)).toEqual([])
  },
)

it.skipIf(!browserPath)(
  'a chat beside it talks to the draft, goes on, says why, and nothing of it counts',
  async () => {
    const { page, wrong, admin, ben, store } = await enter()
    await admin.drafts.change('guide', ben, { action: 'agent.edit' }, (document) => ({
      ...document,
      rules: [...document.rules, { when: ['good morning'], say: 'Good morning from the draft' }],
    }))
    await page.goto(`${new URL(page.url()).origin}/console/agents/guide/settings`)
    const chat = page.getByRole('complementary', { name: 'Try the draft' })
    await chat.getByText('Nothing counts or is kept').waitFor()
    const say = async (text: string) => {
      await chat.getByRole('textbox').fill(text)
      await chat.getByRole('textbox').press('Enter')
    }
    await say('good morning')
    await chat.getByText('Good morning from the draft').waitFor()
    await chat.getByText('Why').click()
    await chat.getByRole('listitem').first().waitFor()
    await say('a room please')
    await chat.getByRole('button', { name: 'The red one' }).click()
    await chat.getByText('The red one is full').waitFor()
    await chat.getByRole('button', { name: 'The blue one' }).last().click()
    await chat.getByText('It is yours.').waitFor()
    expect(await findings(page)).toEqual([])
    await shot(page, 'chat')
    for (const table of ['turn', 'usage', 'scenario_progress'] as const) {
      expect([table, await store.db.query.selectFrom(table).selectAll().execute()]).toEqual([table, []])
    }
    expect(unexpected(wrong)).toEqual([])
  },
)

it.skipIf(!browserPath)(
  'an agent is made from a sentence by keyboard alone, with what is wrong at its field',
  async () => {
    const { page, wrong, admin, ben } = await enter()
    await goTo(page, 'a', '/agents')
    await page.getByRole('button', { name: 'New agent' }).press('Enter')
    await page.getByRole('button', { name: 'An IT help desk for our office, friendly' }).press('Enter')
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Propose' }).press('Enter')
    await page.getByText('No model has answered', { exact: false }).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Help Desk')
    expect(await page.getByLabel('Prompt').inputValue()).toContain('An IT help desk for our office, friendly')
    await shot(page, 'proposed')
    const id = page.getByLabel('Id', { exact: true })
    for (const [given, fault] of [
      ['guide', /already/],
      ['no good', /must be 3 to 64 characters/],
    ] as const) {
      await id.fill(given)
      await id.press('Enter')
      await page.getByRole('alert').filter({ hasText: fault }).waitFor()
      expect([given, await id.getAttribute('aria-invalid')]).toEqual([given, 'true'])
    }
    expect(await findings(page)).toEqual([])
    expect((await admin.agents.list(ben)).map((one) => one.id)).toEqual(['guide'])

    await id.fill('')
    await page.getByLabel('Name').fill('Desk of ours')
    await page.getByRole('button', { name: 'Make it' }).press('Enter')
    await page.getByText('desk-of-ours is made', { exact: false }).waitFor()
    await page.getByText('3 of 3 answers were found', { exact: false }).waitFor()
    expect(await findings(page)).toEqual([])
    const live = await admin.agents.get('desk-of-ours', ben)
    expect([live.document.agent.displayName, live.document.rules]).toEqual(['Desk of ours', []])
    expect((await admin.drafts.current('desk-of-ours', ben)).document.rules).toHaveLength(4)
    await page.getByRole('link', { name: 'Open desk-of-ours' }).press('Enter')
    await page.getByText('Who the agent is and how it answers').waitFor()
    expect(unexpected(wrong)).toEqual([])
  },
)

it.skipIf(!browserPath)('so are these in the dark, in Japanese, on a narrow screen', async () => {
  const { page, rename } = await enter({ locale: 'ja', colorScheme: 'dark', width: 360 })
  await rename('受付')
  const { origin } = new URL(page.url())
  for (const [path, text] of [
    ['agents', '受付|Guide'],
    ['agents/guide/settings', 'エージェントの役割と答え方'],
    ['agents/guide/files', '検査で問題は見つかりませんでした'],
    ['agents/guide/changes', '誰が何を変えたか'],
    ['agents/guide/versions', '公開中'],
  ] as const) {
    await page.goto(`${origin}/console/${path}`)
    await page.getByText(new RegExp(text)).first().waitFor()
    await settled(page)
    await shot(page, `ja-${path.replaceAll('/', '-')}`)
    expect([path, await findings(page)]).toEqual([path, []])
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 360])
  }
  await page.goto(`${origin}/console/agents`)
  await page.getByRole('button', { name: '新しいエージェント' }).click()
  await page.getByRole('button', { name: 'クリニックの予約を受け付ける窓口' }).click()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: '提案する' }).click()
  await page.getByText('まだ何も作成していません', { exact: false }).waitFor()
  await shot(page, 'ja-proposed')
  expect(await findings(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await page.goto(`${origin}/console/agents/guide/versions`)
  await page.getByRole('button', { name: '試す' }).click()
  await page.getByRole('complementary', { name: '下書きを試す' }).waitFor()
  await shot(page, 'ja-chat')
  expect(await findings(page)).toEqual([])
})
