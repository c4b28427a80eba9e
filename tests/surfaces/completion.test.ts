// The completion scripts, run by the real shells. A shell that is not installed is skipped.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadCommands } from '../../src/surfaces/cli/commands/index.ts'
import { listOptions } from '../../src/surfaces/cli/global-options.ts'
import { World } from './program.ts'

const commands = await loadCommands()
let world: World
let site: string
beforeAll(() => {
  world = new World()
  site = join(world.dir, 'site')
  mkdirSync(join(site, 'source'), { recursive: true })
  writeFileSync(join(site, 'sample.jsonl'), '')
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, out, err } = world.foreword(['completion', shell])
    expect([code, err]).toEqual([0, ''])
    writeFileSync(join(site, `foreword.${shell}`), out)
  }
})
afterAll(() => world.remove())

const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0

function runShell(shell: string, args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(shell, args, {
    cwd: site,
    env: world.env,
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(stderr).toBe('')
  return stdout
}

/** Completes the last word of each line. Returns the words that the shell offers for it. */
type Complete = (lines: readonly string[]) => string[][]

const completeInBash: Complete = (lines) => {
  const calls = lines.map((line) => {
    // Bash makes three words of --name=value.
    const words = line
      .split(' ')
      .flatMap((word) => word.split(/(=)/).filter((part, i) => part !== '' || i === 0))
    return `try ${words.map((word) => `'${word}'`).join(' ')}`
  })
  const script = `source ./foreword.bash
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _foreword; echo "\${COMPREPLY[*]}"; }
${calls.join('\n')}`
  return splitLines(runShell('bash', ['--norc', '-c', script]))
}

const completeInFish: Complete = (lines) => {
  const script = `source ./foreword.fish
for line in ${lines.map((line) => `'${line}'`).join(' ')}
  set -l offered (complete -C $line | string replace -r '\\t.*' '' | string replace -r '^--[a-z-]+=' '')
  echo "$offered"
end`
  return splitLines(runShell('fish', ['--no-config', '-c', script]))
}

/** zsh completes only in its line editor: a second zsh in a pseudo-terminal prints the matches instead of inserting them. */
const completeInZsh: Complete = (lines) => {
  writeFileSync(
    join(site, 'inner.zsh'),
    `PROMPT=
autoload -Uz compinit; compinit -u -D
source ./foreword.zsh
bindkey '^I' complete-word
compadd() {
  [[ " \${@[1,(i)(-|--)]} " == *' -'[OAD]' '* ]] && { builtin compadd "$@"; return }
  local -a hits
  builtin compadd -A hits "$@"
  print -rl -- "<"\${^hits}">"
  builtin compadd "$@"
}
finish() { print '<END>'; exit }
compprefuncs=()
comppostfuncs=(finish)
print READY
`,
  )
  const script = `zmodload zsh/zpty
capture() {
  zpty inner zsh -f -i
  zpty -w inner 'source ./inner.zsh'
  local text
  zpty -r inner text '*READY'$'\\r\\n'
  zpty -w -n inner "$1"$'\\t'
  zpty -r inner text '*<END>*'
  zpty -d inner
  print -r -- "\${(V)text}"
}
${lines.map((line) => `capture '${line}'`).join('\n')}`
  const printed = runShell('zsh', ['-f', '-c', script]).trimEnd().split('\n')
  return printed.map((line) =>
    [...line.matchAll(/<([^<>]+)>/g)].map(([, word]) => word!).filter((word) => word !== 'END'),
  )
}

function splitLines(text: string): string[][] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ').filter((word) => word !== ''))
}

const cases: readonly (readonly [string, readonly string[]])[] = [
  ['foreword expl', ['explain']],
  ['foreword memor', ['memory']],
  ['foreword memory ', ['add', 'list', 'promote', 'prune', 'search']],
  ['foreword completion ', ['bash', 'fish', 'zsh']],
  ['foreword doctor claude co', ['codex']],
  ['foreword explain --executor=cl', ['claude']],
  ['foreword explain . fu', ['full']],
  ['foreword explain fu', ['full']],
  ['foreword explain --task=x . mini', ['minimal']],
  ['foreword dispatch . x --context=o', ['off']],
  ['foreword log --outcome=fa', ['failed']],
  ['foreword explain --preset=', ['blue', 'cortex', 'outpost']],
  ['foreword memory add --retention=s', ['short', 'standard']],
]

describe.each([
  ['bash', completeInBash],
  ['zsh', completeInZsh],
  ['fish', completeInFish],
] as const)('in %s', (shell, complete) => {
  const isMissing = !has(shell)
  it.skipIf(isMissing)(
    'completes commands, arguments and values (skipped where the shell is missing)',
    () => {
      const offered = complete(cases.map(([line]) => line))
      const sorted = cases.map(([line], i) => [line, offered[i]?.toSorted()])
      expect(sorted).toEqual(cases)
    },
  )

  it.skipIf(isMissing)('completes directories and files (skipped where the shell is missing)', () => {
    const lines = ['foreword log sour', 'foreword log --repo=sour', 'foreword store import sampl']
    const offered = complete(lines).map((words) => [...new Set(words.map((word) => word.replace(/\/$/, '')))])
    expect(offered).toEqual([['source'], ['source'], ['sample.jsonl']])
  })
})

describe.each([
  ['bash', completeInBash],
  ['fish', completeInFish],
] as const)('in %s', (shell, complete) => {
  it.skipIf(!has(shell))(
    'completes every option of every command (skipped where the shell is missing)',
    () => {
      const offered = complete(commands.map(({ name }) => `foreword ${name} --`))
      const names = offered.map((words) =>
        [...new Set(words.map((word) => word.replace(/^--|=$/g, '')))].sort(),
      )
      expect(names).toEqual(
        commands.map((command) =>
          listOptions(command)
            .map(({ name }) => name)
            .sort(),
        ),
      )
    },
  )
})

describe('the command', () => {
  it('refuses a shell that it does not know', () => {
    const { code, out, err } = world.foreword(['completion', 'fihs'])
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('unknown shell "fihs"; shells: bash, zsh, fish; did you mean "fish"?')
  })
})
