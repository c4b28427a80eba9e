// Asks commands and MCP servers for context.

export { openPlugins } from './open-plugins.ts'
