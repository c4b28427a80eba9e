// Output of the real programs, shortened: Claude Code 2.1.325, Codex 0.166.0, Gemini CLI 0.61.0, opencode 1.18.33.
import type { AgentAnswer, OutputForm } from './agent-answer.ts'
import type { AgentOutput } from './read-output.ts'

interface Sample {
  readonly title: string
  readonly form: OutputForm
  readonly printed: Partial<AgentOutput>
  readonly says: Partial<AgentAnswer>
}

const words = 'All done.\n\nNext steps:\n- Add tests'

const claude = (changes: object) =>
  JSON.stringify({
    session_id: 'bb1ffd54',
    total_cost_usd: 0,
    usage: { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 },
    modelUsage: {},
    permission_denials: [],
    is_error: false,
    subtype: 'success',
    type: 'result',
    num_turns: 0,
    ...changes,
  })
const asked = {
  num_turns: 2,
  result: words,
  total_cost_usd: 0.0016,
  usage: {
    input_tokens: 200,
    cache_creation_input_tokens: 10,
    cache_read_input_tokens: 14,
    output_tokens: 40,
  },
  modelUsage: { 'small-model': { outputTokens: 3 }, 'claude-opus-5-5': { outputTokens: 37 } },
}
const claudeUsage = { input: 224, cached: 14, output: 40, cost: 0.0016 }

const lines = (...events: object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')
const thread = { type: 'thread.started', thread_id: '01a1e4fb' }
const notice = {
  type: 'item.completed',
  item: { id: 'item_0', type: 'error', message: 'Model metadata for `gpt-5` not found.' },
}
const said = { type: 'item.completed', item: { id: 'item_1', type: 'agent_message', text: words } }
const turn = { type: 'turn.started' }
const completed = (input: number, output: number) => ({
  type: 'turn.completed',
  usage: { input_tokens: input, cached_input_tokens: 10, output_tokens: output, reasoning_output_tokens: 3 },
})
const refused = JSON.stringify({ type: 'error', error: { type: 'invalid', message: 'nope from the API' } })

const gemini = (changes: object) => `${JSON.stringify({ session_id: 'a41c115f', ...changes }, null, 2)}\n`
const tokens = (prompt: number, candidates: number) => ({ prompt, candidates, cached: 1, thoughts: 2 })

const open = (type: string, part: object) => ({ type, timestamp: 1, sessionID: 'ses_e1b0', part })
const step = open('step_finish', {
  reason: 'stop',
  tokens: { total: 120, input: 100, output: 20, reasoning: 1, cache: { write: 2, read: 3 } },
  cost: 0,
})

export const samples: readonly Sample[] = [
  {
    title: 'claude that is done',
    form: 'claude-json',
    printed: { out: `${claude(asked)}\n` },
    says: {
      verdict: 'done',
      message: words,
      error: null,
      session: 'bb1ffd54',
      model: 'claude-opus-5-5',
      usage: claudeUsage,
    },
  },
  {
    title: 'claude with --verbose, between lines of a wrapper',
    form: 'claude-json',
    printed: { out: `starting\n[{"type":"system"},${claude(asked)}]\nbye\n` },
    says: { verdict: 'done', message: words, session: 'bb1ffd54' },
  },
  {
    title: 'claude that was not allowed to write',
    form: 'claude-json',
    printed: {
      out: claude({
        ...asked,
        permission_denials: [{ tool_name: 'Write' }, { tool_name: 'Write' }, { tool_name: 'Bash' }],
      }),
    },
    says: { verdict: 'done', denied: ['Write', 'Bash'] },
  },
  {
    title: 'claude that the API refused',
    form: 'claude-json',
    printed: { out: claude({ is_error: true, result: 'API Error: 400 nope from the API' }) },
    says: { verdict: 'failed', error: 'API Error: 400 nope from the API', message: '' },
  },
  {
    title: 'claude at its limit of turns',
    form: 'claude-json',
    printed: { out: claude({ ...asked, subtype: 'error_max_turns', result: undefined }) },
    says: { verdict: 'failed', error: 'error_max_turns' },
  },
  {
    title: 'claude whose prompt a hook blocked',
    form: 'claude-json',
    printed: {
      out: claude({ result: 'UserPromptSubmit operation blocked by hook:\n[/x]: not allowed here\n' }),
    },
    says: { verdict: 'blocked', message: '' },
  },
  {
    title: 'claude that a hook stopped',
    form: 'claude-json',
    printed: { out: claude({ result: 'Operation stopped by hook: enough' }) },
    says: { verdict: 'blocked', error: 'Operation stopped by hook: enough' },
  },
  {
    title: 'claude whose model speaks of hooks',
    form: 'claude-json',
    printed: { out: claude({ ...asked, result: 'Operation stopped by hook: that is what the log says.' }) },
    says: { verdict: 'done' },
  },
  {
    title: 'codex that is done, with a notice',
    form: 'codex-jsonl',
    printed: { out: lines(thread, notice, turn, said, completed(100, 20)) },
    says: {
      verdict: 'done',
      message: words,
      error: null,
      session: '01a1e4fb',
      model: null,
      usage: { input: 100, cached: 10, output: 20, cost: null },
      notes: ['Model metadata for `gpt-5` not found.'],
    },
  },
  {
    title: 'codex that was not allowed to run something',
    form: 'codex-jsonl',
    printed: {
      out: lines(
        thread,
        turn,
        { type: 'item.completed', item: { type: 'command_execution', status: 'declined' } },
        said,
        completed(1, 2),
      ),
    },
    says: { verdict: 'done', denied: ['command_execution'] },
  },
  {
    title: 'codex that the API refused',
    form: 'codex-jsonl',
    printed: {
      out: lines(
        thread,
        turn,
        { type: 'error', message: refused },
        { type: 'turn.failed', error: { message: refused } },
      ),
    },
    says: { verdict: 'failed', error: 'nope from the API' },
  },
  {
    title: 'codex whose prompt a hook blocked',
    form: 'codex-jsonl',
    printed: { out: lines(thread, notice, turn, completed(0, 0)), last: '' },
    says: { verdict: 'blocked', message: '' },
  },
  {
    title: 'codex that was ended in the middle',
    form: 'codex-jsonl',
    printed: { out: `${lines(thread, turn, said)}{"type":"item.comp` },
    says: {
      verdict: 'failed',
      message: words,
      error: 'The agent stopped in the middle of a turn.',
      notes: ['1 lines of its output are not events'],
    },
  },
  {
    title: 'gemini that is done, with another model before the one that answers',
    form: 'gemini-json',
    printed: {
      out: gemini({
        response: words,
        stats: {
          models: {
            flash: { tokens: tokens(10, 2), roles: { utility_router: {} } },
            pro: { tokens: tokens(100, 20), roles: { main: {} } },
          },
        },
      }),
    },
    says: {
      verdict: 'done',
      message: words,
      session: 'a41c115f',
      model: 'pro',
      usage: { input: 110, cached: 2, output: 26, cost: null },
    },
  },
  {
    title: 'gemini whose prompt a hook blocked',
    form: 'gemini-json',
    printed: {
      out: gemini({
        response: '',
        stats: { models: {} },
        warnings: ['Agent execution blocked: not allowed here'],
      }),
    },
    says: { verdict: 'blocked', error: 'Agent execution blocked: not allowed here' },
  },
  {
    title: 'gemini that the API refused, which it says on standard error',
    form: 'gemini-json',
    printed: {
      errors: `Error {\n  status: 400\n}\n${gemini({ error: { type: 'Error', message: refused, code: 400 } })}`,
    },
    says: { verdict: 'failed', error: 'nope from the API', session: 'a41c115f' },
  },
  {
    title: 'opencode that is done',
    form: 'opencode-jsonl',
    printed: {
      out: lines(open('step_start', {}), open('text', { messageID: 'm1', text: words }), step),
    },
    says: {
      verdict: 'done',
      message: words,
      session: 'ses_e1b0',
      usage: { input: 105, cached: 3, output: 21, cost: null },
    },
  },
  {
    title: 'opencode that was not allowed to use a tool',
    form: 'opencode-jsonl',
    printed: {
      out: lines(
        open('tool_use', {
          tool: 'bash',
          state: { status: 'error', error: 'The user rejected permission to use this specific tool call.' },
        }),
        open('text', { messageID: 'm1', text: words }),
        step,
      ),
    },
    says: { verdict: 'done', denied: ['bash'] },
  },
  {
    title: 'opencode that the API refused',
    form: 'opencode-jsonl',
    printed: {
      out: lines({
        type: 'error',
        sessionID: 'ses_e1b0',
        error: { name: 'APIError', data: { message: 'nope from the API' } },
      }),
    },
    says: { verdict: 'failed', error: 'nope from the API', session: 'ses_e1b0' },
  },
]
