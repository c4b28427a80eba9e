import { Refusal } from '../../core/values/index.ts'
import { print } from './asking.ts'
import { type Call, projectOf } from './options.ts'
import { usage } from './parse.ts'
import { plain } from './views/paint.ts'
import { projectsView, trustView } from './views/trust.ts'

const forms = ['show', 'yes', 'revoke', 'list'] as const

export async function trust(call: Call): Promise<number> {
  const { command, parsed, app } = call
  const asked = forms.filter((name) => parsed.options.has(name))
  if (asked.length > 1) throw usage(command, `--${asked[0]} and --${asked[1]} exclude each other`)
  if (asked[0] === 'list') {
    const answer = await app.trustedProjects()
    return print(call, answer, () => projectsView(answer))
  }
  const project = projectOf(call, parsed.args[0] ?? app.projectAround())
  if (asked[0] === 'revoke') {
    const answer = await app.revokeTrust(project)
    const words = answer.revoked ? 'is trusted no longer' : 'was not trusted'
    return print(call, answer, () => `The manifest of ${project.name} ${words}.\n`)
  }
  const look = await app.lookAtTrust(project)
  const { answer } = look
  const needsWord = answer.state === 'never' || answer.state === 'changed'
  if (asked[0] === 'show' || !needsWord) return print(call, answer, (paint) => trustView(answer, paint))
  if (asked[0] !== 'yes' && !agrees(call, trustView(answer, plain))) return 1
  const agreed = look.agree()
  return print(call, agreed, (paint) => trustView(agreed, paint))
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
