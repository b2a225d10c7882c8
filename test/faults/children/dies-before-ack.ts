import type { SlackSimulator } from '../../../console/stand-ins/slack/index.ts'
import { openSqlite } from '../../../src/store/sqlite.ts'
import { chatHouse } from '../../support/chat-house.ts'

/** Takes one message in, and is gone before Slack hears that it did. */
const { FOLDER, URL, BOT_TOKEN, APP_TOKEN } = process.env
const house = await chatHouse({ folder: FOLDER!, open: openSqlite, onFinished: () => {} })
const { message } = house.inbox
house.inbox.message = async (inbound) => {
  const taken = await message(inbound)
  process.kill(process.pid, 'SIGKILL')
  return taken
}
await house.connect({ url: URL, botToken: BOT_TOKEN, appToken: APP_TOKEN } as SlackSimulator)
console.log('connected')
