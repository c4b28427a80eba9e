import { print } from './asking.ts'
import { type Call, option, projectOf } from './options.ts'
import { pluginsView } from './views/plugins.ts'

export async function plugins(call: Call): Promise<number> {
  const [repo = call.app.projectAround()] = call.parsed.args
  const task = option(call.parsed, 'task') ?? null
  const answer = await call.app.plugins({ project: projectOf(call, repo), task })
  return print(call, answer, (paint) => pluginsView(answer, paint))
}
