import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { findingsOf } from '../../../app/parts/doctor/index.ts'
import { createModels } from '../../../app/parts/models.ts'
import { tryModel } from '../../../app/parts/trying.ts'
import { withEnvFile } from '../../../config/env-file.ts'
import type { Environment } from '../../../config/environment.ts'
import { loadConfig, readModels } from '../../../config/index.ts'
import { languageAt } from '../../../lib/language.ts'
import { createDesk } from '../../../lib/shell/desk.ts'
import { fillIn } from '../../../lib/shell/form.ts'
import { createScreen, type Output } from '../../../lib/shell/screen.ts'
import { defaultModel } from '../../../model/agent.ts'
import { agentIdFrom } from '../../../model/agent-id.ts'
import type { Values } from '../../../model/command.ts'
import type { Field } from '../../../model/view.ts'
import { text, usage } from '../../../ports/command-line.ts'
import type { Platform } from '../../../ports/platform.ts'
import type { FileCommand } from '../../command.ts'
import { platformNamed } from '../../platforms.ts'
import { doctorAt, lineOf } from '../doctor.ts'
import { write } from './files.ts'
import { words } from './words/index.ts'

const nobody = 'none'

export interface InitParts {
  platforms: readonly Platform[]
  env: Environment
  /** Who is there to be asked; absent where nobody is. */
  shell?: { input: Readable; output: Output } | undefined
}

interface Chosen {
  name: string
  does: string
  /** The variables that a model takes; none without one. */
  model: readonly string[]
  platform: Platform | undefined
}

/** Begins a Parley in the folder it is called in: by five questions, or by options and the environment where nobody is there to ask. */
export function initCommands({ platforms, env, shell }: InitParts): FileCommand[] {
  const ready = platforms.filter(({ beginning }) => beginning)
  const language = languageAt(env)
  // What is written in models.yaml is nobody's fault who asks for another command.
  const providersOf = () => Object.entries(readModelKeys())

  function chosenBy(values: Values): Chosen {
    const providers = providersOf()
    const [model, platform] = [String(values['model'] ?? nobody), String(values['on'] ?? nobody)]
    const variables = model === nobody ? [] : providers.find(([provider]) => provider === model)?.[1]
    if (!variables)
      throw usage(`${model} is not a provider: ${[...providers.map(([provider]) => provider), nobody].join(', ')}.`)
    return {
      name: String(values['name'] ?? '') || 'Guide',
      does: String(values['does'] ?? '') || words.doesDefault[language],
      model: variables,
      platform: platform === nobody ? undefined : platformNamed(ready, platform),
    }
  }

  /** Undefined: they would rather not. */
  async function ask(values: Values, { input, output }: NonNullable<InitParts['shell']>) {
    const screen = createScreen(input, output, () => screen.interrupt())
    const desk = createDesk(screen, language)
    const form = (title: string, fields: Field[]) =>
      fillIn({ offer: '', title, submit: '', sections: [{ title, fields }] }, desk)
    try {
      const first = await form(words.title[language], questions(values))
      if (!first) return undefined
      const chosen = chosenBy(first)
      const keys = keysOf(chosen).filter((variable) => !env[variable])
      if (keys.length === 0) return { chosen, typed: {} }
      if (chosen.platform?.beginning) desk.tell(chosen.platform.beginning.how[language])
      const typed = await form(
        words.keysTitle[language],
        keys.map((name) => ({ name, label: words.key(name)[language], kind: 'text', max: 4000, optional: true })),
      )
      return typed && { chosen, typed }
    } finally {
      screen.close()
    }
  }

  function questions(values: Values): Field[] {
    const given = (name: string, value: string) => String(values[name] ?? value)
    const choice = (label: string, none: string, of: { value: string; label: string }[]) =>
      ({ label, kind: 'choice', choices: [{ value: nobody, label: none }, ...of] }) as const
    return [
      { name: 'name', label: words.name[language], kind: 'text', max: 80, value: given('name', 'Guide') },
      {
        name: 'does',
        label: words.does[language],
        kind: 'text',
        max: 300,
        value: given('does', words.doesDefault[language]),
      },
      {
        ...{ name: 'model', value: given('model', nobody) },
        ...choice(
          words.model[language],
          words.none[language],
          providersOf().map(([value]) => ({ value, label: value })),
        ),
      },
      {
        ...{ name: 'on', value: given('on', nobody) },
        ...choice(
          words.platform[language],
          words.playground[language],
          ready.map(({ id, words: { title } }) => ({ value: id, label: title })),
        ),
      },
    ]
  }

  return [
    {
      name: 'init',
      summary: 'Begin here: an agent in config/, keys in .env, and a look whether they work. Overwrites nothing.',
      options: {
        name: { about: 'What the first agent is called.', value: 'NAME' },
        does: { about: 'What it does, in one sentence.', value: 'SENTENCE' },
        model: {
          about: 'Who answers (openai, anthropic, …, server, none); its key is read from the environment.',
          value: 'PROVIDER',
        },
        on: {
          about: 'Where people talk to it; tokens are read from the environment.',
          value: 'PLATFORM',
        },
        yes: { about: 'Ask nothing.' },
        json: { about: 'One line of JSON instead of text for people; asks nothing.' },
      },
      async look({ given, answer }) {
        const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, text(value) ?? '']))
        const isAsked = shell !== undefined && !given['yes'] && !given['json']
        const told = isAsked ? await ask(values, shell) : { chosen: chosenBy(values), typed: {} }
        if (!told) {
          answer(words.nothing[language], { written: [] })
          return false
        }
        const { chosen, typed } = told
        const keys = Object.fromEntries(
          [...keysOf(chosen), ...triedWith(chosen, env)].flatMap((variable) => {
            const value = String((typed as Values)[variable] ?? '') || env[variable]
            return value ? [[variable, value.trim()]] : []
          }),
        )
        const id = agentIdFrom(chosen.name, randomUUID())
        const missing = keysOf(chosen).filter((variable) => keys[variable] === undefined)
        const written = write({ id, name: chosen.name, does: chosen.does, language, keys, missing })
        const { lines, isWell, findings, hasModel } = await look(chosen, keys, missing)
        const files = written.map((path) => words.wrote(path)[language])
        const rest = missing.length > 0 ? [words.missing(missing.join(', '))[language]] : []
        if (!hasModel) rest.push(words.noModel[language])
        answer([...files, ...lines, ...rest, '', words.next[language]].join('\n'), {
          agent: id,
          written,
          missing,
          findings,
          hasModel,
        })
        return isWell
      },
    },
  ]

  /** A word from the model, and what the platform's doctor says. */
  async function look({ model, platform }: Chosen, keys: Record<string, string>, missing: readonly string[]) {
    const config = loadConfig(withEnvFile({ ...keys, ...env }), platforms)
    const lines: string[] = []
    let isWell = true
    if (model.length > 0 && !model.some((variable) => missing.includes(variable))) {
      const tried = await tryModel(config)
      isWell = tried.ok
      lines.push(tried.ok ? words.modelOk(tried.model, tried.ms)[language] : words.modelFault(tried.why)[language])
    }
    const isReady = platform && !platform.beginning!.variables.some((variable) => missing.includes(variable))
    const findings = isReady
      ? await findingsOf(platform, doctorAt(config, platforms, `http://127.0.0.1:${config.port}`))
      : []
    lines.push(...findings.map(lineOf))
    const hasModel = createModels(config).llm.model(defaultModel) !== undefined
    return { lines, findings, hasModel, isWell: isWell && findings.every(({ state }) => state !== 'fault') }
  }
}

/** By provider, those that take a key and nothing else; and any server of the OpenAI protocol. */
function readModelKeys(): Record<string, readonly string[]> {
  const { providers } = readModels()
  const simple = Object.entries(providers).filter(
    ([, { baseUrl, keyEnv, modelEnv }]) => keyEnv && !modelEnv && !baseUrl.includes('${'),
  )
  return {
    ...Object.fromEntries(simple.map(([name, { keyEnv }]) => [name, [keyEnv!]])),
    server: ['PARLEY_LLM_BASE_URL', 'PARLEY_LLM_MODEL'],
  }
}

const keysOf = ({ model, platform }: Chosen): string[] => [...model, ...(platform?.beginning?.variables ?? [])]

/** What else is set here for the model and the platform that were chosen: they were tried with it, and have to be run with it. */
function triedWith({ model, platform }: Chosen, env: Environment): string[] {
  const more = [
    ...(model.includes('PARLEY_LLM_BASE_URL') ? ['PARLEY_LLM_API_KEY'] : []),
    ...Object.keys(platform?.settings.env.shape ?? {}),
  ]
  return more.filter((variable) => env[variable])
}
