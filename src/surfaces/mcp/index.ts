// The Model Context Protocol for agents that pull context, over standard input and output or over HTTP.
export type { McpApp } from './app.ts'
export { serveStdio } from './stdio.ts'
