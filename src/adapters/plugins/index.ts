// Asks commands and MCP servers.

export { openPlugins } from './open-plugins.ts'
