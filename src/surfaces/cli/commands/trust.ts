import {
  listTrustedProjects,
  reviewTrust,
  revokeTrust,
  type TrustedProjects,
  type TrustResult,
  type TrustRevoked,
  trustOutput,
  untrustedEffect,
} from '../../../app/trust/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { jsonOption, refusalExits, repoArgument } from '../arguments.ts'
import { type CommandCall, defineCommandWithResult } from '../command.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { chooseProject } from '../read-options.ts'
import { plainPaint } from '../views/paint.ts'
import { trustedProjectsView, trustView } from '../views/trust.ts'

const forms = ['show', 'yes', 'revoke', 'list'] as const

export const trust = defineCommandWithResult({
  name: 'trust',
  summary: "Review a repository's manifest and trust it",
  about: [
    'Shows what the manifest would do, and asks. Before you trust a manifest that came with a repository, hooks and servers send agents nothing from it, and it cannot read outside the repository or read files with sensitive names, whatever it declares.',
    'Trust belongs to the repository at this path and to its worktrees. It lasts while the manifest reaches no further than you approved: a change that does asks again and shows just what is new. The approval is stored in your own configuration, never in the repository.',
  ],
  args: [{ ...repoArgument, required: false }],
  options: [
    { name: 'show', about: 'Show whether it is trusted and what is new since; ask nothing' },
    { name: 'yes', about: 'Trust it without a question, for scripts' },
    { name: 'revoke', about: 'Stop trusting it' },
    { name: 'list', about: 'List the repositories whose manifests are trusted' },
    { name: 'manifest', value: 'FILE', about: 'Review this manifest of the repository' },
    jsonOption,
  ],
  examples: [
    'foreword trust',
    'foreword trust ../shop --show',
    'foreword trust . --yes',
    'foreword trust --list',
  ],
  exits: [[0, 'trusted, or shown'], [1, 'the answer was no'], ...refusalExits],
  outputSchema: trustOutput,
  async run(call): Promise<Result> {
    const { command, parsed, services } = call
    const chosen = forms.filter((name) => parsed.options.has(name))
    if (chosen.length > 1)
      throw makeUsageRefusal(command, `--${chosen[0]} and --${chosen[1]} exclude each other`)
    if (chosen[0] !== 'list') return reviewOne(call, chosen[0])
    return { answer: listTrustedProjects(await services.trust()), agreed: true }
  },
  output: ({ answer, agreed }) => (agreed ? answer : null),
  view({ answer, agreed }, paint) {
    if (!agreed) return ''
    if ('projects' in answer) return trustedProjectsView(answer)
    return 'revoked' in answer ? revokedView(answer) : trustView(answer, paint)
  },
  exitCode: ({ agreed }) => (agreed ? 0 : 1),
})

async function reviewOne(call: CommandCall, form: (typeof forms)[number] | undefined): Promise<Result> {
  const { parsed, services } = call
  const project = chooseProject(call, parsed.args[0] ?? services.projectAround())
  const deps = await services.trust()
  if (form === 'revoke') return { answer: revokeTrust(deps, project), agreed: true }
  const review = await reviewTrust(deps, project)
  const { result: answer } = review
  const needsApproval = answer.state === 'never' || answer.state === 'changed'
  if (form === 'show' || !needsApproval) return { answer, agreed: true }
  if (form !== 'yes' && !askForTrust(call, trustView(answer, plainPaint))) return { answer, agreed: false }
  return { answer: review.agree(), agreed: true }
}

interface Result {
  readonly answer: TrustResult | TrustRevoked | TrustedProjects
  readonly agreed: boolean
}

function revokedView({ project, revoked }: TrustRevoked): string {
  return `The manifest of ${project} ${revoked ? 'is no longer trusted' : 'was not trusted'}.\n`
}

/** Asks the user. Without a terminal, nothing is trusted. */
function askForTrust({ terminal }: CommandCall, view: string): boolean {
  terminal.err(`${view}\n`)
  const typed = terminal.ask('Trust it? [y/N] ')
  if (typed === null) {
    throw new Refusal(
      'not-trusted',
      `The manifest is not trusted, because foreword has no terminal to ask on. ${untrustedEffect}`,
      'Run "foreword trust" in a terminal. In a script, review the manifest first, then use "foreword trust --yes".',
    )
  }
  const isYes = /^y(es)?$/i.test(typed.trim())
  if (!isYes) terminal.err('Not trusted.\n')
  return isYes
}
