import { type Environment, loadConfig } from '../config/index.ts'
import { AppError } from '../lib/errors.ts'
import { languageAt } from '../lib/language.ts'
import { version } from '../lib/version.ts'
import { usage } from '../ports/command-line.ts'
import type { Platform } from '../ports/platform.ts'
import type { Prove } from '../ports/proof.ts'
import { expectEmpty, expectKept } from '../store/open.ts'
import { explainSqlite } from '../store/sqlite-faults.ts'
import type { Command, FileCommand, LineCommand } from './command.ts'
import { accountCommands } from './commands/account.ts'
import { agentCommands } from './commands/agent.ts'
import { auditCommands } from './commands/audit.ts'
import { backupCommands } from './commands/backup.ts'
import { bundleCommands } from './commands/bundle.ts'
import { completionCommands } from './commands/completion.ts'
import { consoleCommands } from './commands/console.ts'
import { dbCommands } from './commands/db.ts'
import { demoDataCommands } from './commands/demo-data.ts'
import { doctorCommands } from './commands/doctor.ts'
import { eventCommands } from './commands/event.ts'
import { foregroundCommands, type Hold } from './commands/foreground.ts'
import { type InitParts, initCommands } from './commands/init/index.ts'
import { installationCommands } from './commands/installations.ts'
import { keyCommands } from './commands/key.ts'
import { knowledgeCommands } from './commands/knowledge.ts'
import { messageCommands } from './commands/message.ts'
import { modelCommands } from './commands/models.ts'
import { pauseCommands } from './commands/pause.ts'
import { peopleCommands } from './commands/people.ts'
import { platformCommands } from './commands/platform.ts'
import { proveCommands } from './commands/prove.ts'
import { replayCommands } from './commands/replay.ts'
import { scenarioCommands } from './commands/scenario.ts'
import { standInCommands } from './commands/stand-in.ts'
import { toolCommands } from './commands/tool.ts'
import { usageCommands } from './commands/usage.ts'
import { verifyCommands } from './commands/verify.ts'
import { webhookCommands } from './commands/webhook.ts'
import { whyCommands } from './commands/why.ts'
import { describe, describeAsJson, describeWithPage } from './failure.ts'
import { familyPage, firstPage, groupPage, helpItself, helpOf, start, startPage, wholePage } from './help.ts'
import { open } from './open.ts'
import { paperOf, type Sheet } from './paper.ts'
import { findCommand, readArguments } from './parse.ts'
import { languageOfCommand, spoken } from './spoken.ts'
import { words } from './words/index.ts'

export interface Terminal {
  stdout: { write(text: string): unknown } & Sheet
  stderr: { write(text: string): unknown }
  env: Environment
  /** All there are. */
  platforms: readonly Platform[]
  /** For commands with which somebody talks here. */
  hold: Hold
  prove: Prove
  /** Who can be asked; absent where nobody is there. */
  shell?: InitParts['shell']
}

const commandsWith = (terminal: Terminal): readonly (Command | FileCommand | LineCommand)[] => {
  const all = commandsOf(terminal)
  return [...all, ...completionCommands(() => [start, helpItself, ...all])]
}

const commandsOf = ({
  platforms,
  hold,
  prove,
  env,
  shell,
}: Terminal): readonly (Command | FileCommand | LineCommand)[] => [
  ...initCommands({ platforms, env, shell }),
  ...keyCommands,
  ...accountCommands,
  ...usageCommands,
  ...toolCommands,
  ...auditCommands,
  ...agentCommands,
  ...bundleCommands,
  ...knowledgeCommands,
  ...scenarioCommands(platforms),
  ...webhookCommands,
  ...eventCommands,
  ...whyCommands,
  ...replayCommands,
  ...pauseCommands,
  ...peopleCommands,
  ...messageCommands,
  ...dbCommands,
  ...backupCommands,
  ...consoleCommands,
  ...demoDataCommands,
  ...verifyCommands,
  ...installationCommands(platforms),
  ...platforms.flatMap((platform) => platformCommands(platform, platforms)),
  ...modelCommands,
  ...doctorCommands(platforms),
  ...standInCommands(platforms),
  ...proveCommands(prove),
  ...foregroundCommands(platforms, hold),
]

/** Runs one command to its end. The exit code: 0 done, 1 not done and why (3 of some), 2 not understood. */
export async function runCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  const say = (text: string) => void terminal.stdout.write(`${text}\n`)
  const complain = (text: string) => void terminal.stderr.write(`${text}\n`)
  const commands = commandsWith(terminal)
  try {
    const [word] = argv
    // What follows is text, whatever it looks like.
    const options = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv
    if (word === '--version' || word === '-v') say(version)
    else if (word === 'help' || word === '--help' || word === '-h') say(help(commands, argv.slice(1), terminal))
    else if (options.includes('--help') || options.includes('-h')) say(help(commands, argv, terminal))
    else if (argv.length > 0 && isFamily(commands, argv)) say(help(commands, argv, terminal))
    else return await run(commands, argv, terminal, say, complain)
    return 0
  } catch (thrown) {
    const explained = explainSqlite(thrown, 'parley.db')
    if (!(explained instanceof AppError)) throw explained
    const language = languageOfCommand(argv, terminal.env, terminal.platforms)
    const error = spoken(explained, language, terminal.env)
    if (error.code !== 'wrong_usage') {
      complain(argv.includes('--json') ? describeAsJson(error) : describeWithPage(error, language, terminal.env))
      return exitOfFaults(commands, argv)
    }
    complain(`${describe(error)}\n${words.helpLists[language]}`)
    return 2
  }
}

/** Some commands tell those who call them from a script what they found by 1, and that they could not look by another code. */
function exitOfFaults(commands: ReturnType<typeof commandsWith>, argv: readonly string[]): number {
  const { command } = findCommand(commands, argv)
  return ('exitOfFaults' in command && command.exitOfFaults) || 1
}

/** 1: it has done what was asked, and found something that is not well. */
async function run(
  commands: ReturnType<typeof commandsWith>,
  argv: readonly string[],
  { env, platforms }: Terminal,
  say: (text: string) => void,
  complain: (text: string) => void,
): Promise<number> {
  if (argv[0] === start.name) {
    throw usage(
      `\`parley start\` does not take ${argv[1]}: PORT, HOST, PARLEY_DATA and the like are environment variables.`,
    )
  }
  const { command, rest } = findCommand(commands, argv)
  const notices = {
    info() {},
    warn: (about: object, text: string) => complain(`${text} (${Object.values(about).join(', ')})`),
  }
  const config = () => loadConfig(env, platforms)
  const language = languageAt(env)
  if ('runLine' in command) {
    const { commands, store, admin, close } = await open(config(), platforms, notices)
    try {
      await command.runLine(rest, { commands, store, admin, platforms, language, say })
      return 0
    } finally {
      await close()
    }
  }
  const given = readArguments(command, rest)
  const answer = (forPeople: string, forPrograms: unknown) =>
    say(given['json'] ? JSON.stringify(forPrograms) : forPeople)
  if ('look' in command) return (await command.look({ config, given, answer })) ? 0 : 1
  const kept = config()
  if (command.onlyExisting) expectKept(kept)
  if (command.onlyEmpty) await expectEmpty(kept)
  const { store, admin, send, source, replay, close } = await open(kept, platforms, notices)
  try {
    const isWell = await command.run({ store, admin, platforms, send, source, replay, given, language, answer })
    return isWell === false ? 1 : 0
  } finally {
    await close()
  }
}

/** Words that alone are no command, but begin some. */
const isFamily = (commands: ReturnType<typeof commandsWith>, argv: readonly string[]): boolean =>
  familyPage(commands, argv, paperOf({}, {})) !== undefined

function help(
  commands: ReturnType<typeof commandsWith>,
  argv: readonly string[],
  { stdout, env, platforms }: Terminal,
): string {
  const paper = paperOf(stdout, env)
  const words = argv.filter((arg) => !arg.startsWith('-'))
  const all = [start, helpItself, ...commands]
  if (words.length === 0) {
    if (argv.includes('--all')) return wholePage(all, paper)
    return argv.length > 0 ? helpOf(helpItself, paper) : firstPage(all, paper)
  }
  if (words[0] === start.name) return startPage(platforms, paper)
  if (words[0] === helpItself.name) return helpOf(helpItself, paper)
  const listed = words.length === 1 ? groupPage(all, words[0]!, paper) : undefined
  return listed ?? familyPage(commands, words, paper) ?? helpOf(findCommand(commands, words).command, paper)
}
