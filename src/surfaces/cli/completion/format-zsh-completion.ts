import {
  type CompletionArgument,
  type CompletionCommand,
  type CompletionOption,
  type CompletionValues,
  describeFirstWord,
  listFirstWords,
  listGroups,
} from './completion-table.ts'

/** Works as a file `_foreword` in a directory of fpath, and when it is sourced after compinit. */
export function formatZshCompletion(commands: readonly CompletionCommand[]): string {
  const groups = [...listGroups(commands)]
  return `#compdef foreword
# zsh completion for foreword. Load it with: source <(foreword completion zsh)

_foreword() {
  local command=$words[2]
  local -a list
  if ((CURRENT == 2)); then
    list=(
${formatList(listFirstWords(commands).map((word) => [word, describeFirstWord(word, commands)]))}
    )
    _describe -t commands 'command' list
    return
  fi
  if ((CURRENT == 3)) && [[ $words[3] != -* ]]; then
    case $command in
${groups.map(([name, members]) => `      (${name}) list=(\n${formatList(members.map((member) => [member.name.split(' ')[1]!, member.summary]))}\n      ) ;;`).join('\n')}
    esac
    if (($#list)); then
      _describe -t commands 'command' list && return
    fi
  fi
  if ((CURRENT > 3)); then
    case "$command $words[3]" in
      (${groups.flatMap(([, members]) => members.map(({ name }) => quote(name))).join('|')})
        command="$command $words[3]"
        shift words
        ((CURRENT--))
        ;;
    esac
  fi
  shift words
  ((CURRENT--))
  case $command in
${commands.map(formatCommand).join('\n')}
  esac
}

if [[ $funcstack[1] == _foreword ]]; then
  _foreword "$@"
else
  compdef _foreword foreword
fi
`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function formatList(entries: readonly (readonly [string, string])[]): string {
  return entries
    .map(([word, about]) => `      ${quote(`${word}:${about.replaceAll(':', '\\:')}`)}`)
    .join('\n')
}

function formatCommand({ name, options, args }: CompletionCommand): string {
  const specs = [...options.flatMap(formatOptionSpecs), ...args.map(formatArgumentSpec)]
  return `    (${quote(name)}) _arguments \\\n${specs.map((spec) => `      ${quote(spec)}`).join(' \\\n')}\n      ;;`
}

function formatOptionSpecs(option: CompletionOption): string[] {
  const { name, about, value, isOptional, isMany, values } = option
  const many = isMany ? '*' : ''
  const text = `[${about.replace(/[[\]\\]/g, '\\$&')}]`
  if (value === null) return [`${many}--${name}${text}`]
  const spelled = isOptional ? `--${name}=-${text}:` : `--${name}=${text}`
  return [`${many}${spelled}:${escapeMessage(value)}:${formatAction(values)}`]
}

function formatArgumentSpec({ name, isMany, values }: CompletionArgument, index: number): string {
  return `${isMany ? '*' : index + 1}:${escapeMessage(name)}:${formatAction(values)}`
}

function escapeMessage(text: string): string {
  return text.replaceAll(':', '\\:')
}

/** A space before a program keeps zsh from passing options to it. */
function formatAction({ words, paths }: CompletionValues): string {
  const list = `(${words.join(' ')})`
  if (paths === null) return words.length === 0 ? ' ' : list
  const program = paths === 'files' ? '_files' : '_directories'
  return words.length === 0 ? program : ` _alternative "words:word:${list}" "paths:path:${program}"`
}
