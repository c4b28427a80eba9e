import {
  type CompletionCommand,
  type CompletionOption,
  type CompletionValues,
  listFirstWords,
  listGroups,
  shareOptions,
} from './completion-table.ts'

/** Works with bash 3.2, which macOS has, and without the package bash-completion. */
export function formatBashCompletion(commands: readonly CompletionCommand[]): string {
  const groups = [...listGroups(commands)]
  const pairs = groups.flatMap(([, members]) => members.map(({ name }) => quote(name)))
  return `# bash completion for foreword. Load it with: source <(foreword completion bash)

# Sets words and paths to the values of an option of a command. Fails if the option has no value.
_foreword_option() {
  case "$1 $2" in
${formatCases(listOptionCases(commands))}
    *) return 1 ;;
  esac
}

# Sets words and paths to the values of an argument of a command, counted from 0.
_foreword_argument() {
  case "$1 $2" in
${formatCases(commands.flatMap(listArgumentCases))}
  esac
}

_foreword_options() {
  case "$1" in
${formatCases(commands.map(({ name, options }) => [[quote(name)], `words=${quote(options.flatMap(spellOption).join(' '))}`]))}
  esac
}

_foreword_members() {
  case "$1" in
${formatCases(groups.map(([name, members]) => [[name], `words=${quote(members.map((member) => member.name.split(' ')[1]).join(' '))}`]))}
    *) return 1 ;;
  esac
}

_foreword_reply() {
  local reply
  while IFS= read -r reply; do
    COMPREPLY[\${#COMPREPLY[@]}]=$1$reply
  done
}

_foreword() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  local command=\${COMP_WORDS[1]} option= prefix= words= paths= word i start=2 position=0
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    words=${quote([...listFirstWords(commands), 'help', '--help', '--version'].join(' '))}
    _foreword_reply < <(compgen -W "$words" -- "$cur")
    return
  fi
  if ((COMP_CWORD == 2)) && [[ $cur != -* ]] && _foreword_members "$command"; then
    _foreword_reply < <(compgen -W "$words" -- "$cur")
    [[ $cur == */* || $cur == .* ]] || return
  fi
  case "$command \${COMP_WORDS[2]}" in
    ${pairs.join(' | ')}) command="$command \${COMP_WORDS[2]}" start=3 ;;
  esac
  # Bash makes three words of --name=value, unless COMP_WORDBREAKS lacks the equals sign.
  if [[ $cur == = ]]; then
    option=$prev cur=
  elif [[ $prev == = ]]; then
    option=\${COMP_WORDS[COMP_CWORD-2]}
  elif [[ $cur == --*=* ]]; then
    option=\${cur%%=*} prefix=\${cur%%=*}= cur=\${cur#*=}
  elif [[ $prev == --?* ]] && _foreword_option "$command" "$prev"; then
    option=$prev
  fi
  words= paths=
  if [[ -n $option ]]; then
    _foreword_option "$command" "$option" || _foreword_option "$command" "$option=" || return
  elif [[ $cur == -* ]]; then
    _foreword_options "$command"
  else
    for ((i = start; i < COMP_CWORD; i++)); do
      word=\${COMP_WORDS[i]}
      if [[ $word == -- ]]; then
        paths=files
        break
      elif [[ $word == = ]]; then
        ((i++))
      elif [[ $word != -* ]]; then
        ((position++))
      elif [[ \${COMP_WORDS[i+1]} != = && $word != *=* ]] && _foreword_option "$command" "$word"; then
        ((i++))
      fi
    done
    [[ $paths == files && $word == -- ]] || {
      words= paths=
      _foreword_argument "$command" "$position"
    }
    [[ -n $words$paths ]] || _foreword_options "$command"
  fi
  _foreword_reply "$prefix" < <(compgen -W "$words" -- "$cur")
  case $paths in
    files) _foreword_reply "$prefix" < <(compgen -f -- "$cur") ;;
    directories) _foreword_reply "$prefix" < <(compgen -d -- "$cur") ;;
  esac
  # Bash 3.2 has no compopt.
  if type compopt >/dev/null 2>&1; then
    [[ -z $paths ]] || compopt -o filenames 2>/dev/null
    [[ \${#COMPREPLY[@]} -ne 1 || \${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
  fi
  return 0
}

complete -F _foreword foreword
`
}

/** Patterns of a \`case\`, and the commands for them. */
type Case = readonly [readonly string[], string]

function formatCases(cases: readonly Case[]): string {
  return cases.map(([patterns, body]) => `    ${patterns.join(' | ')}) ${body} ;;`).join('\n')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** An option with a value ends with an equals sign. One with an optional value has both spellings. */
function spellOption({ name, value, isOptional }: CompletionOption): string[] {
  if (value === null) return [`--${name}`]
  return isOptional ? [`--${name}`, `--${name}=`] : [`--${name}=`]
}

/** An option with an optional value takes it only after an equals sign, so its pattern has one. */
function listOptionCases(commands: readonly CompletionCommand[]): Case[] {
  const valued = shareOptions(commands).filter(({ option }) => option.value !== null)
  return valued.map(({ option, commands: users }) => [
    users.map((user) => quote(`${user} --${option.name}${option.isOptional ? '=' : ''}`)),
    formatValues(option.values),
  ])
}

function listArgumentCases({ name, args }: CompletionCommand): Case[] {
  return args
    .map(
      ({ values, isMany }, i): Case => [
        [isMany ? `${quote(`${name} `)}*` : quote(`${name} ${i}`)],
        formatValues(values),
      ],
    )
    .filter(([, body]) => body !== formatValues({ words: [], paths: null }))
}

function formatValues({ words, paths }: CompletionValues): string {
  return `words=${quote(words.join(' '))} paths=${paths ?? ''}`
}
