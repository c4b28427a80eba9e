import { agents } from '../../agents/index.ts'
import { print } from './asking.ts'
import { namedAgents } from './install.ts'
import { type Call, option, projectOf, seconds } from './options.ts'
import { saying } from './progress.ts'
import { doctorView } from './views/doctor.ts'

export async function doctor(call: Call): Promise<number> {
  const named = namedAgents(call)
  const project = projectOf(call, option(call.parsed, 'repo') ?? call.app.projectAround())
  const timeoutMs = call.parsed.options.has('no-run') ? null : seconds(call, 'timeout', 60) * 1000
  const chosen = { project, agents: named.length > 0 ? named : agents, named: named.length > 0, timeoutMs }
  const answer = await saying(call.terminal, (tell) => call.app.doctor({ ...chosen, tell }))
  print(call, answer, (paint) => doctorView(answer, paint))
  return answer.well ? 0 : 1
}
