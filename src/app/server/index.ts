// Serves a project over MCP and HTTP: resources, tools, search, status.

export {
  defaultHits,
  listServerTools,
  makeStartPrompt,
  maxHits,
  measureToolList,
  type ServerTool,
  type ServerToolId,
} from './offered-tools.ts'
export type { ProjectService } from './project-service.ts'
export { type ServeResult, serveOutput } from './serve-output.ts'
export type { Caller, ServerResource } from './server-answer.ts'
export { formatStatus } from './status-text.ts'
