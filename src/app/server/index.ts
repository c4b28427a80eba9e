// Serves a project over MCP and HTTP: resources, tools, search, status.

export { formatStatus } from './format-status.ts'
export type { Caller, ServerResource } from './project-info.ts'
export type { ProjectService } from './project-service.ts'
export { type ServeResult, serveOutput } from './serve-output.ts'
export {
  defaultSearchHits,
  listServerTools,
  makeStartPrompt,
  maxSearchHits,
  measureToolList,
  type ServerTool,
  type ServerToolId,
} from './server-tools.ts'
