import type { Described } from '../../ports/command-line.ts'
import { usage } from '../../ports/command-line.ts'
import type { FileCommand } from '../command.ts'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

/** What follows the words of each command so far: the next word of its name, then its options. */
export function wordsAfter(commands: readonly Described[]): Map<string, string[]> {
  const after = new Map<string, Set<string>>()
  const add = (before: string, word: string) => after.set(before, (after.get(before) ?? new Set()).add(word))
  for (const { name, options = {} } of commands) {
    const words = name.split(' ')
    for (const [at, word] of words.entries()) add(words.slice(0, at).join(' '), word)
    for (const option of Object.keys(options)) add(name, `--${option}`)
    add(name, '--help')
  }
  return new Map([...after].map(([before, words]) => [before, [...words].sort()]))
}

/** Lines `before|word word …`, which each shell looks its own line up in. */
const tableOf = (commands: readonly Described[]): string =>
  [...wordsAfter(commands)].map(([before, words]) => `${before}|${words.join(' ')}`).join('\n')

/** The longest beginning of the line that is a command, or the beginning of one, is what is completed. */
const look = `_parley_words() {
  local line="$*"
  while :; do
    local found
    found=$(printf '%s\\n' "$_parley_table" | grep -F -m1 -- "$line|" | grep "^$line|")
    if [ -n "$found" ]; then printf '%s\\n' "\${found#*|}"; return; fi
    [ -z "$line" ] && return
    case "$line" in *' '*) line="\${line% *}" ;; *) line='' ;; esac
  done
}`

const scripts: Readonly<Record<Shell, (table: string) => string>> = {
  bash: (table) => `_parley_table='${table}'
${look}
_parley() {
  local words
  words=$(_parley_words "\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _parley parley`,
  zsh: (table) => `#compdef parley
_parley_table='${table}'
${look}
_parley() {
  local -a found
  found=(\${(z)"$(_parley_words \${words[2,CURRENT-1]})"})
  compadd -- $found
}
compdef _parley parley`,
  fish: (table) => `set -g _parley_table '${table}'
function _parley_words
  set -l line (string join ' ' (commandline -opc)[2..])
  while true
    for row in (string split \\n -- $_parley_table)
      set -l parts (string split -m1 '|' -- $row)
      if test "$parts[1]" = "$line"
        string split ' ' -- $parts[2]
        return
      end
    end
    test -z "$line"; and return
    set line (string replace -r ' ?[^ ]*$' '' -- $line)
  end
end
complete -c parley -f -a '(_parley_words)'`,
}

/** `parley completion bash`: from the same table as the commands and their help. */
export const completionCommands = (commands: () => readonly Described[]): FileCommand[] => [
  {
    name: 'completion',
    summary: 'Print what completes commands and options in a shell: `source <(parley completion bash)`.',
    arguments: [{ name: 'shell', about: `${shells.join(', ')}.` }],
    async look({ given, answer }) {
      const shell = shells.find((one) => one === given['shell'])
      if (!shell) throw usage(`parley completion knows ${shells.join(', ')}.`)
      const script = scripts[shell](tableOf(commands()))
      answer(script, { script })
      return true
    },
  },
]
