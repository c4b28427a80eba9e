import {
  type CompletionCommand,
  type CompletionValues,
  describeFirstWord,
  listFirstWords,
  listGroups,
  type SharedOption,
  shareOptions,
} from './completion-table.ts'

export function formatFishCompletion(commands: readonly CompletionCommand[]): string {
  const groups = [...listGroups(commands)]
  const shared = shareOptions(commands)
  const separate = shared.filter(({ option }) => option.value !== null && !option.isOptional)
  return `# fish completion for foreword. Load it with: foreword completion fish | source

# Prints the command of the line: one word, or two in a group.
function __foreword_command
    set -l words (commandline -opc)
    set -e words[1]
    if contains -- "$words[1] $words[2]" ${groups.flatMap(([, members]) => members.map(({ name }) => quote(name))).join(' ')}
        echo "$words[1] $words[2]"
    else if set -q words[1]
        echo $words[1]
    else
        return 1
    end
end

# Whether the command of the line is one of the arguments.
function __foreword_is
    contains -- (__foreword_command; or echo) $argv
end

# Whether the line has just this group.
function __foreword_opens
    set -l words (commandline -opc)
    test (count $words) -eq 2; and test "$words[2]" = $argv[1]
end

# Whether an option of a command takes the next word.
function __foreword_takes_next
    switch "$argv[1] $argv[2]"
${separate.map(({ option, commands: users }) => `        case ${users.map((user) => quote(`${user} --${option.name}`)).join(' ')}\n            return 0`).join('\n')}
    end
    return 1
end

# Whether the next word is this argument of this command, counted from 0. "many" also accepts later ones.
function __foreword_is_at
    set -l command (__foreword_command)
    test "$command" = $argv[1]; or return 1
    set -l words (commandline -opc)
    set -e words[1..(math 1 + (count (string split ' ' -- $command)))]
    set -l position 0
    set -l skips 0
    for word in $words
        if test $skips -eq 1
            set skips 0
        else if not string match -q -- '-*' $word
            set position (math $position + 1)
        else if __foreword_takes_next $command $word
            set skips 1
        end
    end
    test $position -eq $argv[2]; or begin
        test "$argv[3]" = many; and test $position -ge $argv[2]
    end
end

complete -c foreword -f
${listFirstWords(commands)
  .map(
    (word) =>
      `complete -c foreword -n 'not __foreword_command' -a ${word} -d ${quote(describeFirstWord(word, commands))}`,
  )
  .join('\n')}
${groups
  .flatMap(([name, members]) =>
    members.map(
      (member) =>
        `complete -c foreword -n '__foreword_opens ${name}' -a ${member.name.split(' ')[1]} -d ${quote(member.summary)}`,
    ),
  )
  .join('\n')}
${shared.map(formatOptionLine).join('\n')}
${commands.flatMap(formatArgumentLines).join('\n')}
`
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function formatOptionLine({ option, commands }: SharedOption): string {
  const condition = quote(`__foreword_is ${commands.map(quote).join(' ')}`)
  const value = option.value === null || option.isOptional ? '' : ' -x'
  const values = option.value === null ? '' : formatValues(option.values)
  return `complete -c foreword -n ${condition} -l ${option.name}${value}${values} -d ${quote(option.about)}`
}

function formatArgumentLines({ name, args }: CompletionCommand): string[] {
  return args.flatMap(({ isMany, values }, i) => {
    const offered = formatValues(values)
    if (offered === '') return []
    const condition = quote(`__foreword_is_at ${quote(name)} ${i}${isMany ? ' many' : ''}`)
    return [`complete -c foreword -n ${condition}${offered}`]
  })
}

function formatValues({ words, paths }: CompletionValues): string {
  const programs = { files: '(__fish_complete_path)', directories: '(__fish_complete_directories)' }
  const offered = [...words, ...(paths === null ? [] : [programs[paths]])]
  return offered.length === 0 ? '' : ` -a ${quote(offered.join(' '))}`
}
