import type { DispatchEvent, RunReport } from '../../app/dispatch/index.ts'
import type { CommandCall } from './command.ts'
import { makeVisible, makeVisibleLine } from './make-visible.ts'
import { printWarnings } from './read-options.ts'
import { formatDecisions } from './views/format-account.ts'

/** The agents work on the last commit, but the context is read from the working tree. */
export const worktreeWarnings = {
  uncommitted:
    'the working tree has uncommitted changes: the context includes them, but the agents work on the last commit',
  submodules:
    'the submodules are empty in the worktrees of the agents: run "git submodule update --init" there to fetch them',
}

/** Prints what happens while agents run. */
export function narrateDispatch(call: CommandCall, event: DispatchEvent): void {
  if (event.kind === 'ready') return
  if (event.kind === 'no-context') {
    call.terminal.err(`foreword: warning: running without context: ${event.reason}\n`)
    return
  }
  if (event.kind === 'task-redacted') {
    const detail = `the task contained a secret (${event.rules.join(', ')}), which was replaced; --keep-secrets sends it unchanged`
    printWarnings(call, [{ severity: 'warning', detail }])
    return
  }
  if (event.kind === 'trouble') {
    printWarnings(call, [{ severity: 'warning', detail: event.trouble.detail }])
    return
  }
  if (event.kind === 'uncommitted' || event.kind === 'submodules') {
    printWarnings(call, [{ severity: 'warning', detail: worktreeWarnings[event.kind] }])
    return
  }
  if (event.kind === 'refused') {
    call.terminal.err(`Refused; recorded in ${shortenPath(event.directory, call.services.cwd)}\n`)
    return
  }
  if (event.kind === 'injection') {
    printWarnings(call, event.receipt.diagnostics)
    if (event.compiled !== null && call.parsed.options.has('debug'))
      call.terminal.out(formatDecisions(event.compiled.packet))
  }
  call.terminal.out(`${makeVisible(formatEvent(event, call.services.cwd))}\n`)
}

function formatEvent(
  event: Extract<DispatchEvent, { kind: 'context' | 'injection' | 'started' | 'finished' }>,
  cwd: string,
): string {
  switch (event.kind) {
    case 'context':
      return `Building context (level: ${event.level})...`
    case 'injection':
      return `   Injection ID: ${event.receipt.injection_id}\n   Tokens: ~${event.receipt.total}`
    case 'started':
      return `Running ${event.agent} (${event.runId}), output in ${shortenPath(event.directory, cwd)}/output.log`
    case 'finished':
      return formatFinished(event.report)
  }
}

function formatFinished({ agent, outcome, exitCode, check, answer }: RunReport): string {
  const judged = check === null ? '' : `, check: ${check.exit_code === 0 ? 'passed' : 'failed'}`
  const code = (exitCode === null ? '' : `, exit code ${exitCode}`) + judged
  const denied = answer.denied.length === 0 ? [] : [`not allowed: ${answer.denied.join(', ')}`]
  const error = answer.error === null ? [] : [answer.error]
  const more = [...error, ...denied, ...answer.notes].map((line) => `\n     ${makeVisibleLine(line)}`)
  return `   ${agent}: ${outcome.status}${code}, changes: ${outcome.changes}, ${outcome.seconds} s${more.join('')}`
}

/** Shortens paths below the current directory to relative paths. */
function shortenPath(path: string, cwd: string): string {
  return path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
}
