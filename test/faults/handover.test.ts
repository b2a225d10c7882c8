import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, it, type TestContext } from 'vitest'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { createTeamsSimulator } from '../../console/stand-ins/teams/index.ts'
import { isFull } from '../support/extent.ts'
import { type ParleyProcess, startProcess } from '../support/parley-process.ts'
import { textOf } from '../support/slack-text.ts'
import { tempFolder } from '../support/temp-folder.ts'

const general = '19:general@thread.tacv2'
const [ann, ben, direct] = ['U0ANN', '29:1ben', 'D0ANN']

const picture = {
  name: 'lid.png',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
}

/** A call to a platform at which the process is killed: before the platform does it, or before we hear that it has. */
interface Moment {
  platform: 'Slack' | 'Teams'
  /** What it puts there; in Teams a file is a message too. */
  what: 'message' | 'file'
  when: 'arrives' | 'done'
  nth: number
}

const all: Moment[] = [
  ...[1, 2, 3, 4, 5, 6].flatMap((nth) =>
    (['arrives', 'done'] as const).map((when): Moment => ({ platform: 'Slack', what: 'message', when, nth })),
  ),
  // The last of them is a picture.
  ...[1, 2, 3, 4].flatMap((nth) =>
    (['arrives', 'done'] as const).map((when): Moment => ({ platform: 'Teams', what: 'message', when, nth })),
  ),
  ...(['arrives', 'done'] as const).map((when): Moment => ({ platform: 'Slack', what: 'file', when, nth: 1 })),
]
/** Between the press and what is heard of the card, and between a file and what is heard of it. */
const usual: Moment[] = [
  { platform: 'Teams', what: 'message', when: 'done', nth: 1 },
  { platform: 'Slack', what: 'file', when: 'done', nth: 1 },
]

const settings = `
agent:
  displayName: Desk
  description: Helps.
  providerName: Example
  photoUrl: ''
  scope: private
  useAIResponse: false
  handover:
    to: { platform: teams, channel: '7a11e500-0000-4000-8000-00000000001d/${general}' }`

describe.concurrent('killed while a conversation is handed from Slack to Teams and back', { timeout: 90_000 }, () => {
  it.for(isFull ? all : usual)('$platform $what $when $nth', async (moment, test) => {
    const { expect } = test
    const { slack, teams, isKilled, isUp } = await killedAt(test, moment)
    const seen = () =>
      slack
        .messages(direct, { as: ann })
        .filter(({ user }) => user === 'U0PARLEY')
        .map(textOf)
    const posted = () => teams.messages(general).filter(({ author, deleted }) => author.bot && !deleted)
    const cards = () => posted().filter(({ root }) => root === undefined)
    const inThread = () => posted().filter(({ root }) => root !== undefined)
    const texts = (messages: ReturnType<typeof posted>) =>
      messages.map(({ text, attachments }) => `${text} ${JSON.stringify(attachments)}`)
    const waitFor = (what: string, has: () => boolean) =>
      expect
        .poll(
          async () => {
            await isUp()
            return has()
          },
          { interval: 20, message: what },
        )
        .toBe(true)
    const heard = (text: string) => waitFor(text, () => seen().some((one) => one.includes(text)))

    slack.say({ user: ann, channel: direct, text: 'a human please' })
    await heard('Shall I pass it on?')
    await isUp()
    await press(slack, 'Yes, pass it on')
    await heard('I have passed it on')
    await waitFor('the card', () => texts(cards()).some((one) => one.includes('Take')))
    await isUp()
    const card = cards().findLast(({ attachments }) => JSON.stringify(attachments).includes('Take'))!
    await teams.press({ user: ben, conversation: general, message: card.id, action: 'Take' })
    await heard('is here now')
    for (const word of ['alpha', 'beta']) {
      await isUp()
      const files = word === 'beta' ? { files: [{ ...picture, mimetype: 'image/png' }] } : {}
      slack.say({ user: ann, channel: direct, text: word, ...files })
      await waitFor(word, () => inThread().some(({ text }) => text.includes(word)))
    }
    for (const word of ['gamma', 'delta']) {
      await isUp()
      const root = cards().findLast(({ attachments }) => JSON.stringify(attachments).includes('Hand back'))!.id
      const files = word === 'delta' ? { files: [{ ...picture, type: 'image/png' }] } : {}
      teams.say({ user: ben, conversation: general, root, text: word, ...files })
      await heard(word)
    }
    await isUp()
    const taken = cards().findLast(({ attachments }) => JSON.stringify(attachments).includes('Hand back'))!
    await teams.press({ user: ben, conversation: general, message: taken.id, action: 'Hand back' })
    await heard('has handed the conversation back')

    expect(isKilled()).toBe(true)
    const given = slack.messages(direct, { as: ann }).filter(({ user }) => user === 'U0PARLEY')
    expect(given.flatMap(({ files = [] }) => files).map(({ name }) => name)).toEqual(['image.png'])
    // Teams cannot be asked either whether a picture is there.
    const pictures = inThread().filter(({ attachments }) => attachments.some(({ kind }) => kind === 'image'))
    const isDoubted = moment.platform === 'Teams' && moment.nth === 4
    expect(pictures).toHaveLength(isDoubted ? 2 : 1)
    const words = (said: readonly string[]) => said.flatMap((one) => one.match(/\b(alpha|beta|gamma|delta)\b/g) ?? [])
    expect(words(seen())).toEqual(['gamma', 'delta'])
    // Teams cannot be asked what it has: what may be there is said once more, and says so.
    const thread = inThread()
    const again = thread.filter(({ text }) => text.includes('you may have read this already'))
    expect(again.length).toBeLessThanOrEqual(1)
    const once = thread.filter((one) => !again.includes(one))
    const passed = words(once.map(({ text }) => text))
    expect(passed).toEqual(['alpha', 'beta'])
    for (const once of ['I have passed it on', 'is here now', 'has handed the conversation back'])
      expect(seen().filter((one) => one.includes(once))).toHaveLength(1)
  })
})

async function press(slack: ReturnType<typeof createSlackSimulator>, label: string): Promise<void> {
  type Actions = { block_id: string; elements?: { action_id: string; text?: { text: string } }[] }
  for (const { ts, blocks } of slack.messages(direct).toReversed()) {
    for (const { block_id, elements = [] } of (blocks ?? []) as Actions[]) {
      const button = elements.find(({ text }) => text?.text === label)
      if (button) return slack.press({ user: ann, channel: direct, ts, block_id, action_id: button.action_id })
    }
  }
  throw new Error(`There is no button ${label}`)
}

async function killedAt({ onTestFinished }: TestContext, moment: Moment) {
  const slack = createSlackSimulator({ limits: { retryDelaysMs: [50, 200, 1000], enforceRates: false } })
  const teams = createTeamsSimulator({ limits: { enforceRates: false }, app: { hearsAll: true } })
  await Promise.all([slack.start(), teams.start()])
  onTestFinished(() => Promise.all([slack.stop(), teams.stop()]).then(() => {}))
  const cwd = tempFolder(onTestFinished)
  const root = resolve(import.meta.dirname, '../..')
  mkdirSync(join(cwd, 'config/agents/demo'), { recursive: true })
  writeFileSync(join(cwd, 'config/agents/demo/agent.yaml'), settings)
  const env = {
    PARLEY_DATA: tempFolder(onTestFinished),
    PARLEY_PLAYGROUND: 'off',
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: `${slack.url}/api/`,
    TEAMS_APP_ID: teams.appId,
    TEAMS_APP_PASSWORD: teams.appPassword,
    TEAMS_TENANT_ID: teams.tenantId,
    TEAMS_APP_TYPE: 'SingleTenant',
    TEAMS_LOGIN_URL: teams.loginUrl,
    TEAMS_OPENID_URL: teams.openIdMetadataUrl,
  }
  let parley: ParleyProcess | undefined
  onTestFinished(() => parley?.kill())
  async function start(): Promise<void> {
    parley = await startProcess(env, { cwd, bin: join(root, 'bin/parley.mjs') })
    teams.connect(`${parley.url}/api/messages`)
  }
  await start()
  // Teams tells where it takes calls with whatever happens there.
  teams.say({ user: ben, conversation: general, text: 'good morning' })
  await teams.idle()

  let seen = 0
  let restart: Promise<void> | undefined
  const at = async (isPost: boolean) => {
    if (restart || !isPost || ++seen !== moment.nth) return
    teams.disconnect()
    const dead = parley!.kill()
    restart = dead.then(start)
    await dead
  }
  if (moment.platform === 'Slack') {
    const hook = ({ method, args }: { method: string; args: Record<string, unknown> }) =>
      at(
        moment.what === 'file'
          ? method === 'files.completeUploadExternal'
          : method === 'chat.postMessage' && args['channel'] === direct,
      )
    if (moment.when === 'arrives') slack.onCall(hook)
    else slack.onDone(hook)
  } else {
    const hook = ({ route, body }: { route: string; body: unknown }) =>
      at(route === 'POST activities' && (body as { type?: unknown } | null)?.type === 'message')
    if (moment.when === 'arrives') teams.onCall(hook)
    else teams.onDone(hook)
  }
  const isUp = async () => {
    await restart
  }
  return { slack, teams, isUp, isKilled: () => restart !== undefined }
}
