import { createApp } from './app.ts'
import { runCommand } from './cli/index.ts'
import { loadConfig } from './config.ts'
import { AppError } from './errors.ts'

/** The `parley` command: `start` serves, everything else is a command that ends. Resolves with the exit code. */
export async function main(argv: string[]): Promise<number> {
  const [command = 'start'] = argv
  if (command !== 'start') return runCommand(argv, { stdout: process.stdout, stderr: process.stderr, env: process.env })
  try {
    const app = await createApp(loadConfig(process.env))
    console.log(`Parley is running: ${app.url}`)
    await new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve)
    })
    await app.close()
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    console.error(error.message)
    for (const { path, message } of error.faults) console.error(`- ${path}: ${message}`)
    return 1
  }
}
