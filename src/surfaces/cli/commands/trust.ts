import {
  listTrustedProjects,
  reviewTrust,
  revokeTrust,
  type TrustedProjects,
  type TrustResult,
  type TrustRevoked,
  trustOutput,
} from '../../../app/trust/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { type Call, defineCommandWithResult } from '../command.ts'
import { projectOf } from '../options.ts'
import { usage } from '../parse.ts'
import { plain } from '../views/paint.ts'
import { projectsView, trustView } from '../views/trust.ts'
import { jsonOption, refusals, repo } from '../words.ts'

const forms = ['show', 'yes', 'revoke', 'list'] as const

export const trust = defineCommandWithResult({
  name: 'trust',
  summary: 'Look at the manifest of a repository, and let it count',
  about: [
    'Until then a manifest that came with a repository reads nothing outside of it and no sensitive name, whatever it allows. Shows what it would do, and asks.',
    'What you agree to is its content, at this place: a change of either asks again. Comments and formatting do not matter. The record lies in your own configuration, never in the repository.',
  ],
  args: [{ ...repo, required: false }],
  options: [
    { name: 'show', about: 'Only say how it stands, and what has changed since' },
    { name: 'yes', about: 'Agree without being asked, in a script' },
    { name: 'revoke', about: 'Trust it no longer' },
    { name: 'list', about: 'List the repositories whose manifests are trusted' },
    { name: 'manifest', value: 'FILE', about: 'This manifest of the repository' },
    jsonOption,
  ],
  examples: [
    'foreword trust',
    'foreword trust ../shop --show',
    'foreword trust . --yes',
    'foreword trust --list',
  ],
  exits: [[0, 'trusted, or shown'], [1, 'the answer was no'], ...refusals],
  outputSchema: trustOutput,
  async run(call): Promise<Result> {
    const { command, parsed, services } = call
    const asked = forms.filter((name) => parsed.options.has(name))
    if (asked.length > 1) throw usage(command, `--${asked[0]} and --${asked[1]} exclude each other`)
    if (asked[0] !== 'list') return trustOne(call, asked[0])
    return { answer: listTrustedProjects(await services.trust()), agreed: true }
  },
  output: ({ answer, agreed }) => (agreed ? answer : null),
  view({ answer, agreed }, paint) {
    if (!agreed) return ''
    if ('projects' in answer) return projectsView(answer)
    return 'revoked' in answer ? revokedView(answer) : trustView(answer, paint)
  },
  exitCode: ({ agreed }) => (agreed ? 0 : 1),
})

async function trustOne(call: Call, form: (typeof forms)[number] | undefined): Promise<Result> {
  const { parsed, services } = call
  const project = projectOf(call, parsed.args[0] ?? services.projectAround())
  const tools = await services.trust()
  if (form === 'revoke') return { answer: revokeTrust(tools, project), agreed: true }
  const look = await reviewTrust(tools, project)
  const { answer } = look
  const needsWord = answer.state === 'never' || answer.state === 'changed'
  if (form === 'show' || !needsWord) return { answer, agreed: true }
  if (form !== 'yes' && !agrees(call, trustView(answer, plain))) return { answer, agreed: false }
  return { answer: look.agree(), agreed: true }
}

interface Result {
  readonly answer: TrustResult | TrustRevoked | TrustedProjects
  readonly agreed: boolean
}

function revokedView({ project, revoked }: TrustRevoked): string {
  return `The manifest of ${project} ${revoked ? 'is trusted no longer' : 'was not trusted'}.\n`
}

/** The question is for a person: where nobody sits, nothing is trusted. */
function agrees({ terminal }: Call, view: string): boolean {
  terminal.err(`${view}\n`)
  const typed = terminal.ask('Trust it? [y/N] ')
  if (typed === null) {
    throw new Refusal(
      'not-trusted',
      'Nobody is here to be asked, so the manifest is not trusted; agents get what needs no trust.',
      'Run "foreword trust" in a terminal; in a script, after you have looked at it: "foreword trust --yes".',
    )
  }
  const isYes = /^y(es)?$/i.test(typed.trim())
  if (!isYes) terminal.err('Not trusted.\n')
  return isYes
}
