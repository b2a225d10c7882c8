import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { ZodObject, ZodRawShape } from 'zod'
import type { Fault } from '../lib/errors.ts'
import type { Texts } from '../lib/language.ts'
import type { AgentDocument } from '../model/agent.ts'
import type { PlatformId } from '../model/message.ts'
import type { Budget } from './budget.ts'
import type { Adapter } from './channel.ts'
import type { Claims } from './claims.ts'
import type { Arguments, Described } from './command-line.ts'
import type { Installations } from './installations.ts'
import type { Log } from './log.ts'
import type { Notes } from './notes.ts'
import type { Secrets } from './secrets.ts'
import type { ServerClock } from './server-clock.ts'
import type { Setup } from './setup.ts'
import type { Transcript } from './transcript.ts'

/**
 * A chat platform: all that the house has to know of it, in the one object that its folder exports. `adapters/registry.ts` lists them,
 * and no other file does. The object is read at every start, so it is light: what takes long to load, an SDK above all, is imported
 * by the method that needs it.
 */
export interface Platform<Settings = unknown> extends PlatformFacts {
  readonly settings: PlatformSettings<Settings>
  /** What somebody who begins has to do and to set; `parley init` asks for it. Absent where it takes more than that. */
  readonly beginning?: { how: Texts; variables: readonly string[] }
  /** `parley <id> …`, besides `use` and `unuse`, which every platform has. */
  readonly commands: readonly PlatformCommand<Settings>[]
  setup(): Promise<Setup>
  /** Rejects with an `AppError` where these settings cannot work. Nothing is asked of the platform yet. */
  connect(settings: Settings, parts: AdapterParts): Promise<Adapter>
  /** Where people can play with it in the browser. */
  readonly pane?: Pane<Settings>
  /** A command that runs Parley in this process for this platform alone, until whoever is there leaves. */
  readonly foreground?: Foreground<Settings>
}

/** As much of a platform as the rooms know that talk about it and not to it. */
export interface PlatformFacts {
  /** In small letters. Begins the uids of its people and all of its places. */
  readonly id: PlatformId
  readonly words: PlatformWords
  /** How people use commands there: they type them in one line, or choose them among those that it shows. */
  readonly commandsAre: 'typed' | 'chosen'
  /** What it shows of the options of a quick reply. */
  readonly options: OptionLimits
  /** So large may a picture be that a command is answered with; without it, any; 0: none is shown. */
  readonly pictureBytes?: number
  /** The uids of its people, whole: `^slack_T0ACME_U0ANN$`. */
  readonly person: RegExp
  /** How its people sign in to the console by its own OpenID Connect; absent where it has none. */
  readonly signIn?: PlatformSignIn
  /** What it calls on the shared server begins so, and the world has to reach it there. None where we call the platform. */
  readonly paths: readonly string[]
  /** Whether this installation is an organisation, in whose workspaces places are named after those. */
  isOrganisation?(installation: string): boolean
  /** The origins of the pages on which people talk with this agent, where they do so on pages. */
  pagesOf?(settings: unknown, agent: string): readonly string[]
  /** Whether the app leaves this installation when it is refused. */
  leaves?(installation: string): boolean
}

/** What a platform's people call things. */
export interface PlatformWords {
  /** The platform in full, as its makers write it. */
  title: string
  /** As people say it. */
  name: string
  /** Where the app is installed: `workspace`, `workspaces`. */
  one: string
  many: string
  /** How a place is written, by examples. */
  place: string
}

export interface OptionLimits {
  /** Of one button; what is longer is cut. */
  characters: number
  /** Beneath one message. */
  buttons: number
  /** What becomes of more of them, after its name: `has room for 25 buttons`. */
  more: string
}

export interface PlatformSignIn {
  /** Whom people sign in with, as they say it: `Microsoft`. */
  name: string
  /** Whether this address is one of its issuers; `shared` where such a one vouches for people of any organisation. */
  knows(issuer: string): 'shared' | 'own' | undefined
  /** What it has to be asked for so that its claims tell who somebody is there. */
  scope: string
  /** The uids that may be whoever these signed claims are about, the likeliest first; none where they do not tell. */
  uids(claims: Readonly<Record<string, unknown>>): readonly string[]
}

export type Variables = Readonly<Record<string, string | undefined>>

/** How operators configure it. */
export interface PlatformSettings<Settings> {
  /** Its variables of the environment. All begin with its id in capitals, and hold nothing that is no text before it is read. */
  readonly env: ZodObject
  /** Its section of `parley.yaml`, under its id; every key has a default. */
  readonly section?: ZodRawShape
  /** What each variable allows and all of them together do not. No fault holds a value. `set`: without what is set to nothing. */
  faults(set: Variables): Fault[]
  /** Of variables and a section without a fault; undefined where it is not configured. */
  read(variables: object, section: object): Settings | undefined
}

/** What the house lends an adapter. */
export interface AdapterParts {
  installations: Installations
  notes: Notes
  secrets: Secrets
  /** Where the platform keeps nothing itself. */
  transcript: Transcript
  /** Of all processes of this app. */
  budget: Budget
  /** Where several processes share the app. */
  claims?: Claims
  /** Absent where the platform runs on this machine. */
  clock?: ServerClock
  log: Log
  now(): number
}

/** A command that helps an operator to set the platform up. It opens the data folder for an agent alone. */
export interface PlatformCommand<Settings> extends Described {
  /** Throws `usage(…)` on what was not understood. */
  run(call: PlatformCall<Settings>): Promise<CommandOutput>
}

export interface PlatformCall<Settings> {
  given: Arguments
  /** As configured. Throws where the configuration has a fault. */
  settings(): Settings | undefined
  /** Its section of `parley.yaml`, which is there before a token is. Throws as `settings` does. */
  section(): object
  /** Where people reach this Parley, as `PUBLIC_URL` says it. Throws as `settings` does. */
  publicUrl(): string | undefined
  /** What is published of an agent. Throws where there is none of that id. */
  agent(id: string): Promise<AgentDocument>
}

/** It takes the id of an agent, which may be left out. */
export interface Foreground<Settings> extends Pick<Described, 'name' | 'summary'> {
  /** Where people talk to that agent, as `Setup.place` reads it. The agent is bound to it before they begin. */
  placeOf(agent: string): string
  /** What the adapter is connected with. `ended` resolves when they leave. */
  begin(at: At): { settings: Settings; ended: Promise<void> }
}

/** Where a program runs in the foreground. */
export interface At {
  agent: string | undefined
  env: Variables
  input: Readable
  output: { write(text: string): unknown; isTTY?: boolean; columns?: number; rows?: number }
}

/** For people, and with `--json` for programs. */
export interface CommandOutput {
  text: string
  value: unknown
}

/** A stand-in for the platform's servers, and who plays there. */
export interface Pane<Settings> {
  /** Who one is at first, as the pane's page knows them. */
  readonly user: string
  /** Their uid: the playground is theirs. */
  readonly owner: string
  open(parts: PaneParts<Settings>): Promise<StandIn>
  /** Runs its stand-in alone and empty, for a bot that is not ours. */
  serve(options: ServeOptions): Promise<ServedStandIn>
}

export interface ServeOptions {
  /** 0: any free one. */
  port: number
  /** Where the bot takes what the platform sends it, if it is called there at all. */
  bot?: string | undefined
}

export interface ServedStandIn {
  readonly url: string
  /** What leads a bot there, by the names that Parley reads itself. */
  readonly environment: Readonly<Record<string, string>>
  /** Something that a person says, as the body of a request to `${url}/client/messages`. */
  readonly said: Readonly<{ user: string } & Record<string, string>>
  stop(): Promise<void>
}

export interface PaneParts<Settings> {
  /** The file in which what happens there outlives this process. */
  journal: string
  /** The file that tells which port it had, for whoever has to be found at the same one. */
  portFile: string
  /** Connects an adapter of the playground's own to whatever answers at these settings; resolves once it receives. */
  connect(settings: Settings): Promise<Adapter>
}

/** What the page of a pane talks to. */
export interface StandIn {
  readonly url: string
  handleClient(request: IncomingMessage, response: ServerResponse, path: string): void
  stop(): Promise<void>
}
