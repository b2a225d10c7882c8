import { Client, Events, GatewayIntentBits } from 'discord.js'
import { serveProbe } from '../support/probe.ts'

/** discord.js as its guide has it, hearing everything and answering only what mentions it. */
const api = process.env['DISCORD_API_URL']!
const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent],
  rest: { api },
})
client.on(Events.MessageCreate, async (message) => {
  if (message.author.bot || !message.mentions.has(client.user!)) return
  await message.reply('Here I am')
})
await client.login(process.env['DISCORD_BOT_TOKEN'])
if (!client.isReady()) await new Promise((resolve) => client.once(Events.ClientReady, resolve))
serveProbe(api)
