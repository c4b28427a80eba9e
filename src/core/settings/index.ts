// Adds, finds and removes our hooks and our MCP server in the settings files of agents.

export { appendToList } from './append-to-list.ts'
export {
  addHookEntries,
  type HookEntry,
  type HookHandler,
  type ListedHandler,
  listHandlers,
  removeHookEntries,
} from './hook-entries.ts'
export { formatCommand, formatGuardedCommand, isOwnProgram, parseOwnCommand } from './own-command.ts'
export { parseSettings, SettingsFault } from './scan-json.ts'
export { addServerEntry, readServerEntry, removeServerEntry, type ServerPlace } from './server-entry.ts'
export { addTomlTable, hasTomlTable, removeTomlTable } from './toml-table.ts'
