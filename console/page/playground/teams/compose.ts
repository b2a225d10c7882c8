import type { Command, Conversation, User } from '../../../stand-ins/teams/view.ts'

/** Names as a person types them become `<at>name</at>`, as Teams keeps them; the longest name wins. */
export function encodeMentions(typed: string, users: User[]): { text: string; mentions: string[] } {
  const byLength = [...users].sort((a, b) => b.name.length - a.name.length)
  const mentions: string[] = []
  let text = ''
  for (let at = 0; at < typed.length; ) {
    const isStart = typed[at] === '@' && !/[\w@]/.test(typed[at - 1] ?? '')
    const found = isStart ? byLength.find(({ name }) => isAt(typed, at + 1, name)) : undefined
    if (found) mentions.push(found.id)
    text += found ? `<at>${found.name}</at>` : typed[at]
    at += found ? found.name.length + 1 : 1
  }
  return { text, mentions }
}

function isAt(typed: string, at: number, name: string): boolean {
  const end = at + name.length
  return typed.slice(at, end).toLowerCase() === name.toLowerCase() && !/[\p{L}\p{N}_]/u.test(typed[end] ?? '')
}

/** What a person would have to type for `stored`, for editing a message that was sent. */
export function decodeMentions(stored: string): string {
  return stored.replace(/<at\b[^>]*>([^<]*)<\/at>/gi, '@$1')
}

/** The words of a suggested action that only fills the compose box: a chat message whose content is HTML. */
export function composedText(value: unknown): string {
  if (typeof value === 'string') return value
  const content = pick(value, 'data', 'body', 'content') ?? pick(value, 'body', 'content') ?? pick(value, 'text')
  if (typeof content !== 'string') return ''
  return decodeMentions(content)
    .replace(/<br\s*\/?>|<\/(?:p|div)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .trim()
}

function pick(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], value)
}

/** How a command stands in the compose box. */
export const slashWords = ({ title }: Command): string => `/${title.replace(/^\//, '')}`

/** The slash command that was typed, and what stands behind it. The longest one wins. */
export function readCommand(typed: string, commands: Command[]): { command: Command; rest: string } | undefined {
  const command = [...commands]
    .sort((a, b) => b.title.length - a.title.length)
    .find((one) => {
      const words = slashWords(one)
      return typed.toLowerCase().startsWith(words.toLowerCase()) && !/\S/.test(typed[words.length] ?? '')
    })
  return command && { command, rest: typed.slice(slashWords(command).length).trim() }
}

/** The commands that a `/` offers here. */
export function slashCommands(commands: Command[], kind: Conversation['kind']): Command[] {
  return commands.filter(({ triggers, scopes }) => triggers.includes('slash') && scopes.includes(kind))
}

/** What the app proposes to say here: behind a mention of it, or in the chat with it. */
export function prompts(commands: Command[], kind: Conversation['kind']): Command[] {
  return commands.filter(({ triggers, scopes }) => triggers.includes('mention') && scopes.includes(kind))
}
