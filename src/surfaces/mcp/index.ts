// The way in for agents that pull: the Model Context Protocol, over standard input and output or over HTTP.
export type { McpApp } from './app.ts'
export { serveStdio } from './stdio.ts'
