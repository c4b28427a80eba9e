import { agents } from '../../agents/index.ts'
import { print } from './asking.ts'
import { namedAgents } from './install.ts'
import { type Call, option, projectOf } from './options.ts'
import { doctorView } from './views/doctor.ts'

export async function doctor(call: Call): Promise<number> {
  const named = namedAgents(call)
  const project = projectOf(call, option(call.parsed, 'repo') ?? call.app.projectAround())
  const order = { project, agents: named.length > 0 ? named : agents, named: named.length > 0 }
  const answer = await call.app.doctor(order)
  print(call, answer, (paint) => doctorView(answer, paint))
  return answer.well ? 0 : 1
}
