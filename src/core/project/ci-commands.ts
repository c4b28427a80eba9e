import { getRecord, getText, getTexts, isRecord } from './parsed-record.ts'
import { classifyCommand, type ProjectCommand, readCommandLine } from './project-command.ts'
import type { ProjectFiles } from './project-files.ts'

const workflows = /^\.github\/workflows\/[^/]+\.ya?ml$|^\.gitlab-ci\.yml$|^\.builds\/[^/]+\.ya?ml$/
const otherPurpose =
  /release|publish|deploy|stale|label|codeql|scorecard|bench|nightly|website|pages|winget|cross|docker|lock|triage|sponsor|perf|daily|weekly|external|fuzz|coverity/i
const maxWorkflows = 8

/** Commands of continuous integration, in the order of the files. The workflow that is named after tests comes first. */
export function findCiCommands(files: ProjectFiles): ProjectCommand[] {
  const paths = files.paths.filter(
    (path) => workflows.test(path) && !otherPurpose.test(path.split('/').at(-1)!),
  )
  const first = (path: string) =>
    /(?:^|[/_-])(?:ci|tests?|build|main|linux|check)\.ya?ml$/i.test(path) ? 0 : 1
  return paths
    .sort((a, b) => first(a) - first(b))
    .slice(0, maxWorkflows)
    .flatMap((path) => readWorkflow(files.parseYaml(files.read(path) ?? ''), path))
}

function readWorkflow(workflow: unknown, path: string): ProjectCommand[] {
  const jobs = isRecord(workflow) && isRecord(workflow.jobs) ? workflow.jobs : getRecord(workflow)
  return Object.values(jobs).flatMap((job) => {
    const steps = isRecord(job) && Array.isArray(job.steps) ? job.steps : []
    const runs = [
      ...steps.flatMap((step) => getText(step, 'run') ?? []),
      ...getTexts(isRecord(job) ? job.script : undefined),
    ]
    return runs.flatMap((run) => readRun(run, path))
  })
}

/** Lines with expressions or variables of the runner mean nothing elsewhere. */
function readRun(run: string, path: string): ProjectCommand[] {
  return run
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .flatMap((line) => {
      const command = /\$\{|\$[A-Z(]/.test(line) ? null : readCommandLine(line)
      const kind = command === null ? null : classifyCommand(command)
      return command === null || kind === null || kind === 'setup' || kind === 'run'
        ? []
        : [{ kind, command, note: '', path }]
    })
}
