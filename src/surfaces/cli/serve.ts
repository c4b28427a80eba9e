import { type Call, option, projectOf } from './options.ts'

/** Standard output belongs to the protocol. */
export async function mcp(call: Call): Promise<number> {
  const project = projectOf(call, option(call.parsed, 'repo') ?? call.app.projectAround())
  await call.app.serveStdio(project)
  return 0
}
