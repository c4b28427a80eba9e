import type { Agent } from '../../agents/index.ts'
import { Refusal } from '../../core/values/index.ts'

/** By this line we know a file of ours again, of whatever version. */
const header =
  '// Made by "foreword install". "foreword uninstall" takes it away; what is edited here is lost.\n'

export function isOwnPlugin(text: string): boolean {
  return text.replace(/\r\n/g, '\n').startsWith(header)
}

/** Never in place of somebody else's file. */
export function checkOwnPlugin(file: string, text: string | null): void {
  if (text === null || isOwnPlugin(text)) return
  throw new Refusal(
    'settings-invalid',
    `${file} was not made by foreword; it was left as it is.`,
    'Give that file another name, then try again.',
  )
}

/**
 * A plugin of opencode, which hands each event to `foreword hook`. The program waits for a plugin without limit and fails a turn
 * when one throws, so everything here is caught and has a limit. Its system event comes with every call of the model.
 */
export function pluginText({ id, hooks }: Agent, program: readonly string[]): string {
  const limits = Object.values(hooks?.events ?? {}).map((rule) => rule.timeoutSeconds * 1000)
  return `${header}import { spawn } from 'node:child_process'

const program = ${JSON.stringify(program)}
const limit = ${Math.max(...limits)}
const most = 4_000_000

/** What a hook prints; '' for whatever goes wrong. */
function ask(event, input) {
  return new Promise((resolve) => {
    let child
    let text = ''
    const finish = (answer) => {
      clearTimeout(timer)
      resolve(answer)
      try {
        child?.kill('SIGKILL')
      } catch {}
    }
    const timer = setTimeout(finish, limit, '')
    try {
      const words = [...program.slice(1), 'hook', event, '--agent', '${id}']
      child = spawn(program[0], words, { cwd: input.cwd, stdio: ['pipe', 'pipe', 'ignore'] })
      child.on('error', () => finish(''))
      child.stdin.on('error', () => {})
      child.stdout.setEncoding('utf8')
      child.stdout.on('data', (some) => {
        text += some
        if (text.length > most) finish('')
      })
      child.on('close', (code) => finish(code === 0 ? text : ''))
      child.stdin.end(JSON.stringify(input))
    } catch {
      finish('')
    }
  })
}

/** A session that another one started gets nothing of its own accord. */
async function isChild(client, id) {
  try {
    const late = new Promise((resolve) => setTimeout(resolve, 1000, null))
    const answer = await Promise.race([client.session.get({ path: { id } }), late])
    return Boolean(answer?.data?.parentID)
  } catch {
    return false
  }
}

let count = 0
/** In the form of the program's own, so that it comes behind what the user typed. */
function partId() {
  const time = BigInt.asUintN(48, BigInt(Date.now()) * 4096n + BigInt(0x800 + (count++ % 0x700)))
  const rest = Array.from({ length: 14 }, () => Math.floor(Math.random() * 36).toString(36))
  return 'prt_' + time.toString(16).padStart(12, '0') + rest.join('')
}

export const Foreword = async ({ directory, client }) => {
  const sessions = new Map()
  const compacted = new Set()
  const inputFor = (event, session) => ({ session_id: session, cwd: directory, hook_event_name: event })
  const start = async (event, session) => {
    if (await isChild(client, session)) return ''
    const source = compacted.delete(session) ? 'compact' : 'startup'
    return ask('session-start', { ...inputFor(event, session), source })
  }
  const startText = (event, session) => {
    if (!sessions.has(session)) {
      if (sessions.size >= 200) sessions.delete(sessions.keys().next().value)
      const text = start(event, session).catch(() => '')
      sessions.set(session, text)
    }
    return sessions.get(session)
  }
  return {
    'experimental.chat.system.transform': async (input, output) => {
      try {
        if (!input.sessionID) return
        const text = await startText('experimental.chat.system.transform', input.sessionID)
        if (text !== '') output.system.push(text)
      } catch {}
    },
    'chat.message': async (input, output) => {
      try {
        const session = input.sessionID
        const typed = output.parts.filter((part) => part.type === 'text' && !part.synthetic)
        const prompt = typed.map((part) => part.text).join('\\n')
        const text = await ask('prompt', { ...inputFor('chat.message', session), prompt })
        if (text === '') return
        const place = { id: partId(), sessionID: session, messageID: output.message.id }
        output.parts.push({ ...place, type: 'text', text, synthetic: true })
      } catch {}
    },
    'experimental.session.compacting': async (input, output) => {
      try {
        const session = input.sessionID
        const text = await ask('before-compaction', inputFor('experimental.session.compacting', session))
        sessions.delete(session)
        compacted.add(session)
        if (text !== '') output.context.push(text)
      } catch {}
    },
  }
}
`
}
