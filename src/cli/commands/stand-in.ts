import { AppError } from '../../lib/errors.ts'
import { text, usage } from '../../ports/command-line.ts'
import type { Pane, Platform, ServedStandIn, ServeOptions } from '../../ports/platform.ts'
import { type FileCommand, jsonOption } from '../command.ts'
import { listOf, platformNamed } from '../platforms.ts'

export function standInCommands(all: readonly Platform[]): FileCommand[] {
  const platforms = all.filter(({ pane }) => pane !== undefined)
  return [
    {
      name: 'stand-in',
      summary: "Run a strict stand-in for a platform's servers, to try a bot on. It begins empty, and Ctrl-C ends it.",
      arguments: [{ name: 'platform', about: listOf(platforms) }],
      options: {
        port: { about: 'Where it listens, on 127.0.0.1; any free port without it.', value: 'PORT' },
        bot: {
          about: 'Where the bot takes events: for Teams, and for Slack over HTTP instead of Socket Mode.',
          value: 'URL',
        },
        json: jsonOption,
      },
      async look({ given, answer }) {
        const { pane, words } = platformNamed(platforms, text(given['platform'])!)
        const port = Number(text(given['port']) ?? 0)
        if (!Number.isInteger(port) || port < 0 || port > 65_535) throw usage('--port must be a number up to 65535.')
        const bot = text(given['bot'])
        if (bot !== undefined && !URL.canParse(bot)) {
          throw usage('--bot must be an address like http://127.0.0.1:3978/api/messages.')
        }
        const served = await serve(pane!, { port, bot })
        const { url, environment } = served
        answer(told(words.name, served), { url, environment })
        await new Promise((resolve) => {
          for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve)
        })
        await served.stop()
        return true
      },
    },
  ]
}

async function serve(pane: Pane<unknown>, options: ServeOptions): Promise<ServedStandIn> {
  try {
    return await pane.serve(options)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new AppError('port_in_use', `Something else is using port ${options.port}. Choose another one with --port.`)
  }
}

function told(name: string, { url, environment, said }: ServedStandIn): string {
  return [
    `A stand-in for ${name} is at ${url}. Set in your bot's environment:`,
    '',
    ...Object.entries(environment).map(([variable, value]) => `${variable}=${value}`),
    '',
    'Say something as Ann, and see what she sees:',
    '',
    `curl -d '${JSON.stringify(said)}' ${url}/client/messages`,
    `curl -N '${url}/client/events?user=${encodeURIComponent(said.user)}'`,
  ].join('\n')
}
