import { platforms } from '../adapters/registry.ts'
import { createApp } from './app/index.ts'
import { summaryText } from './app/summary.ts'
import { words } from './app/words/index.ts'
import { describeWithPage } from './cli/failure.ts'
import { withEnvFile } from './config/env-file.ts'
import { roles } from './config/environment.ts'
import { type Config, loadConfig } from './config/index.ts'
import { AppError } from './lib/errors.ts'
import { languageAt } from './lib/language.ts'
import type { Platform } from './ports/platform.ts'
import type { Round } from './ports/proof.ts'

/** Talks to whoever is here, and serves nobody else. */
async function hold(platform: Platform, config: Config, agent: string | undefined): Promise<void> {
  const { stdin: input, stdout: output, env } = process
  const { settings, ended } = platform.foreground!.begin({ agent, env, input, output })
  const told = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve)
  })
  const app = await createApp(
    {
      ...config,
      platforms: { [platform.id]: settings },
      playground: false,
      // What is said here would be lost among the lines of a log that nobody has asked for.
      logLevel: config.env['LOG_LEVEL'] ? config.logLevel : 'silent',
    },
    { platforms, serves: false },
  )
  for (const trouble of app.troubles()) console.error(trouble)
  await Promise.race([ended, told])
  await app.close()
}

/** A round of `parley prove`; its commands run in this process. */
async function prove(seed: number): Promise<Round> {
  const [{ playRound }, { runCommand }] = await Promise.all([
    import('../console/prove/index.ts'),
    import('./cli/index.ts'),
  ])
  return playRound(seed, {
    async terminal(argv, env) {
      let printed = ''
      const out = { write: (text: string) => (printed += text) }
      const code = await runCommand(argv, { stdout: out, stderr: out, env, platforms, hold, prove })
      return { code, printed }
    },
  })
}

/** The `parley` command: `start` serves, everything else is a command that ends. Resolves with the exit code. */
export async function main(argv: string[]): Promise<number> {
  const [command = 'start', ...rest] = argv
  if (command !== 'start' || rest.length > 0) {
    // A server needs none of the commands.
    const { runCommand } = await import('./cli/index.ts')
    const { stdin: input, stdout, stderr } = process
    const shell = input.isTTY && stdout.isTTY ? { input, output: stdout } : undefined
    return runCommand(argv, { stdout, stderr, env: withEnvFile(process.env), platforms, hold, prove, shell })
  }
  try {
    const config = loadConfig(withEnvFile(process.env), platforms)
    // Heard from here on: who is told to end while it starts ends cleanly as soon as it has.
    const told = new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve)
    })
    const app = await createApp(config)
    const doesAll = config.roles.size === roles.length
    console.log(
      `Parley is running${doesAll ? '' : ` as ${[...config.roles].join(' and ')}`}: ${app.playground ?? app.url}`,
    )
    const language = languageAt(process.env)
    console.log(summaryText(await app.summary(), language))
    if (doesAll && !config.playground) console.log(words.noPlayground[language])
    for (const trouble of app.troubles()) console.error(trouble)
    await told
    // Whatever closing waits for, the process must not end before it: an empty event loop would be an end in the middle.
    const alive = setInterval(() => {}, 60_000)
    await app.close()
    clearInterval(alive)
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    console.error(describeWithPage(error, languageAt(process.env), process.env))
    return 1
  }
}
