import type { DoctorAgent, DoctorAnswer, DoctorFile, DoctorTrial } from '../../../app/index.ts'
import { counted } from '../../../core/values/index.ts'
import type { Paint } from './paint.ts'
import { page, paragraph } from './text.ts'

const manifests = {
  trusted: 'its manifest is trusted',
  changed: 'its manifest has changed since it was trusted',
  never: 'its manifest is not trusted',
  shipped: 'a manifest that came with foreword',
  own: 'a manifest of your own',
}

export function doctorView(answer: DoctorAnswer, paint: Paint): string {
  const { project, manifest, program, problems, agents, well } = answer
  const about = manifest === null ? 'its manifest cannot be read' : manifests[manifest]
  return page([
    ...paragraph(`${project}: ${about}`),
    ...paragraph(`foreword is ${program.join(' ')}`),
    ...problems.flatMap((one) => problemLines(one, paint, '')),
    ...agents.flatMap((one) => ['', ...agentLines(one, paint)]),
    '',
    well ? paint.good('All is well.') : paint.bad('Something is wrong: see the lines with ✗.'),
  ])
}

function problemLines(problem: string, paint: Paint, indent = '  '): string[] {
  const [first = '', ...more] = paragraph(problem, `${indent}  `)
  return [`${indent}✗ ${first.trimStart()}`, ...more].map(paint.bad)
}

function agentLines(one: DoctorAgent, paint: Paint): string[] {
  const { title, program, version, settings, trials, proof, notes, problems } = one
  const found = program === null ? 'not on PATH' : `${version ?? 'version unknown'}, ${program}`
  return [
    ...paragraph(`${title}: ${found}`).map(paint.strong),
    ...settings.flatMap((file) => fileLines(file, paint)),
    ...trials.flatMap(trialLines),
    ...(proof === null ? [] : paragraph(`${proof.arrived ? 'proven' : 'not proven'}: ${proof.detail}`, '  ')),
    ...notes.flatMap((note) => paragraph(note, '  ')),
    ...problems.flatMap((problem) => problemLines(problem, paint)),
  ]
}

function fileLines({ scope, file, state, own, foreign }: DoctorFile, paint: Paint): string[] {
  const events = [...new Set(own.map((entry) => entry.event))].join(', ')
  const ours =
    own.length === 0 ? 'nothing of foreword' : `${counted(own.length, 'entry', 'entries')} (${events})`
  const about = state === 'absent' ? 'no file' : state === 'refused' ? 'cannot be read' : ours
  return [
    ...paragraph(`${scope}: ${about}, ${file}`, '  '),
    ...foreign.flatMap(({ event, matcher, command }) =>
      paragraph(`other: ${event}${matcher === null ? '' : ` (${matcher})`}: ${command}`, '    ').map(
        paint.faint,
      ),
    ),
  ]
}

function trialLines({ event, command, outcome, milliseconds, size, unit, cap, fits }: DoctorTrial): string[] {
  const part = / --part (\S+)$/.exec(command)?.[1]
  const name = part === undefined ? event : `${event} ${part}`
  const units = unit === 'utf-16' ? 'UTF-16 units' : 'bytes'
  const room = cap === null ? 'no cap known' : `cap ${cap}`
  const gave =
    outcome === 'sent'
      ? `${size} ${units}, ${room}, ${fits ? 'fits' : 'does not fit'}`
      : outcome === 'nothing'
        ? 'nothing to send'
        : 'failed'
  return paragraph(`ran ${name}: ${gave}, ${milliseconds} ms`, '  ')
}
