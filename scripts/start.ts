// Shows the context of an ordinary project: copies the example, runs `init` in the copy, prints the packet. Leaves nothing behind.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const home = join(import.meta.dirname, '..')
const directory = mkdtempSync(join(tmpdir(), 'foreword-start-'))
const project = join(directory, 'kestrel')

/** `init` records an approval in the user's configuration, so the example gets a home of its own. */
const ownHome = {
  ...process.env,
  HOME: directory,
  XDG_CONFIG_HOME: join(directory, 'config'),
  GIT_CONFIG_GLOBAL: '/dev/null',
}
const author = ['-c', 'user.name=Example', '-c', 'user.email=example@example.org']

function run(command: string, args: readonly string[], stdio: 'pipe' | 'inherit'): void {
  const { status, error, stderr } = spawnSync(command, args, { cwd: project, env: ownHome, stdio })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr ?? status}`)
}

const foreword = (...words: string[]) => [join(home, 'bin/foreword.cjs'), ...words]

try {
  cpSync(join(home, 'examples/kestrel'), project, { recursive: true })
  run('git', ['init', '--quiet', '--initial-branch=main'], 'pipe')
  run('git', ['add', '--all'], 'pipe')
  run('git', [...author, 'commit', '--quiet', '--message=Add kestrel'], 'pipe')
  run(process.execPath, foreword('init', '--yes'), 'pipe')
  run(process.execPath, foreword('explain', '.'), 'inherit')
} finally {
  rmSync(directory, { recursive: true, force: true })
}

console.log(`
An agent in examples/kestrel would be told the packet above. "foreword init"
wrote the manifest for it, in a copy that is deleted again.

Next, for a repository of yours:
  npm install --global .      once, here
  cd ../your-repository
  foreword setup --dry-run    shows the same for it, and changes nothing
  foreword setup              asks once, sets it up, and proves that your agents
                              get it`)
