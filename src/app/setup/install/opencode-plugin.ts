// The source of the opencode plugin in three parts. It stays text, because opencode runs it without a build and the app reads no file.

/** Starts a hook for an event of opencode. */
export function buildOpencodePluginStart(
  agent: string,
  program: readonly string[],
  timeoutMs: number,
): string {
  return `import { spawn } from 'node:child_process'

const program = ${JSON.stringify(program)}
const timeoutMs = ${timeoutMs}
const maxLength = 4_000_000

/** Returns the output of a hook; null on any failure. */
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
    const timer = setTimeout(finish, timeoutMs, null)
    try {
      const words = [...program.slice(1), 'hook', event, '--agent', '${agent}']
      child = spawn(program[0], words, { cwd: input.cwd, stdio: ['pipe', 'pipe', 'ignore'] })
      child.on('error', () => finish(null))
      child.stdin.on('error', () => {})
      child.stdout.setEncoding('utf8')
      child.stdout.on('data', (some) => {
        text += some
        if (text.length > maxLength) finish(null)
      })
      child.on('close', (code) => finish(code === 0 ? text : null))
      child.stdin.end(JSON.stringify(input))
    } catch {
      finish(null)
    }
  })
}

`
}

/** Keeps a record of what the model was shown. */
export const opencodePluginRecord = `/** Whether another session started this session for a subagent. */
async function isChild(client, id) {
  try {
    const late = new Promise((resolve) => setTimeout(resolve, 1000, null))
    const answer = await Promise.race([client.session.get({ path: { id } }), late])
    return Boolean(answer?.data?.parentID)
  } catch {
    return false
  }
}

const began = Date.now()
/** Records which of our texts the model got in a session, call by call. */
function makeRecord() {
  const lists = []
  const open = new Map()
  const calls = []
  let messages = []
  let from = began
  const inSystem = () => {
    // Two calls may run at once. The list with fewer copies counts.
    const { system, text } = lists.find((list) => countCopies(list) === 0) ?? lists.at(-1) ?? { text: '' }
    if (text === '') return []
    const copies = Math.min(countCopies({ system, text }), 2)
    const texts = copies === 0 ? system.slice(1) : Array(copies).fill(text)
    return texts.map((text) => ({ role: 'system', text }))
  }
  const inMessages = () => {
    const parts = messages.flatMap((message) => message.parts)
    const ours = parts.filter((part) => part.type === 'text' && part.metadata?.foreword && !part.ignored)
    return ours.map((part) => ({ role: 'user', text: part.text }))
  }
  return {
    pushed: (system, text) => {
      lists.push({ system, text })
      if (lists.length > 2) lists.shift()
    },
    listed: (some) => {
      messages = some
    },
    requested: (key) => {
      if (open.size >= 20) open.clear()
      open.set(key, { type: 'call', at: Date.now(), texts: [...inSystem(), ...inMessages()] })
    },
    answered: (key, info) => {
      const call = open.get(key)
      if (!call) return
      open.delete(key)
      const last = calls.at(-1)
      if (last && JSON.stringify(last.texts) === JSON.stringify(call.texts)) calls.pop()
      calls.push({ ...call, answered: info.time.completed, model: info.modelID })
      if (calls.length > 20) from = calls.shift().at + 1
    },
    report: () => {
      if (calls.length === 0) return {}
      const lines = [{ type: 'began', at: from }, ...calls]
      return { model: calls.at(-1).model, record: lines.map((line) => JSON.stringify(line)).join('\\n') }
    },
  }
}

function countCopies({ system, text }) {
  return text === '' ? 1 : system.join('\\n').split(text).length - 1
}

`

/** Hands the events of opencode to the hooks. */
export const opencodePluginEvents = `let count = 0
/** Has the form of opencode's own ids, so that the part sorts after the user's text. */
function partId() {
  const time = BigInt.asUintN(48, BigInt(Date.now()) * 4096n + BigInt(0x800 + (count++ % 0x700)))
  const rest = Array.from({ length: 14 }, () => Math.floor(Math.random() * 36).toString(36))
  return 'prt_' + time.toString(16).padStart(12, '0') + rest.join('')
}

export const Foreword = async ({ directory, client }) => {
  const sessions = new Map()
  const records = new Map()
  const children = new Set()
  const compacted = new Set()
  const makeInput = (event, session) => ({ session_id: session, cwd: directory, hook_event_name: event })
  const start = async (session) => {
    if (await isChild(client, session)) {
      children.add(session)
      return ask('subagent-start', makeInput('experimental.chat.system.transform', session))
    }
    const source = compacted.delete(session) ? 'compact' : 'startup'
    return ask('session-start', { ...makeInput('experimental.chat.system.transform', session), source })
  }
  const getOrMake = (map, session, make) => {
    if (!map.has(session)) {
      if (map.size >= 200) map.delete(map.keys().next().value)
      map.set(session, make())
    }
    return map.get(session)
  }
  /** Sessions whose start failed. Their next prompt asks for the context. */
  const missed = new Set()
  const startOnce = async (session) => {
    const text = await start(session).catch(() => null)
    if (text === null && !children.has(session)) missed.add(session)
    return text ?? ''
  }
  const startText = (session) => getOrMake(sessions, session, () => startOnce(session))
  const record = (session) => getOrMake(records, session, makeRecord)
  return {
    'experimental.chat.system.transform': async (input, output) => {
      try {
        if (!input.sessionID) return
        const text = await startText(input.sessionID)
        if (text !== '') output.system.push(text)
        record(input.sessionID).pushed(output.system, text)
      } catch {}
    },
    'experimental.chat.messages.transform': async (_, output) => {
      try {
        const session = output.messages.at(-1)?.info.sessionID
        if (session) record(session).listed(output.messages)
      } catch {}
    },
    'chat.params': async (input) => {
      try {
        record(input.sessionID).requested(input.message.id + ' ' + input.agent)
      } catch {}
    },
    event: async ({ event }) => {
      try {
        const info = event.properties?.info
        if (event.type !== 'message.updated' || info?.role !== 'assistant') return
        if (!info.time?.completed || info.error || info.summary) return
        record(info.sessionID).answered(info.parentID + ' ' + info.agent, info)
      } catch {}
    },
    'chat.message': async (input, output) => {
      try {
        const session = input.sessionID
        // Otherwise the prompt would come before the start, and changes since an earlier start would be sent twice.
        await startText(session)
        const typed = output.parts.filter((part) => part.type === 'text' && !part.synthetic)
        const prompt = typed.map((part) => part.text).join('\\n')
        const typedAs = { prompt, prompt_id: output.message.id }
        const source = missed.has(session) ? { source: 'missed-start' } : {}
        const child = children.has(session) ? { agent_id: session } : {}
        const about = { ...typedAs, ...source, ...child, ...record(session).report() }
        const text = await ask('prompt', { ...makeInput('chat.message', session), ...about })
        if (text !== null) missed.delete(session)
        if (!text) return
        const place = { id: partId(), sessionID: session, messageID: output.message.id }
        output.parts.push({ ...place, type: 'text', text, synthetic: true, metadata: { foreword: true } })
      } catch {}
    },
    'experimental.session.compacting': async (input, output) => {
      try {
        const session = input.sessionID
        const text = await ask('before-compaction', makeInput('experimental.session.compacting', session))
        sessions.delete(session)
        compacted.add(session)
        if (text) output.context.push(text)
      } catch {}
    },
    dispose: async () => {
      try {
        const reports = [...records].map(([session, record]) => [session, record.report()])
        const over = reports.filter(([session, { record }]) => record && !children.has(session)).slice(-8)
        await Promise.all(over.map(([session, report]) => ask('session-end', { ...makeInput('dispose', session), ...report })))
      } catch {}
    },
  }
}
`
