// Adds, finds and removes our hooks in the settings files of agents.

export { appendToList } from './append-to-list.ts'
export {
  addHookEntries,
  type HookEntry,
  type HookHandler,
  type ListedHandler,
  listHandlers,
  removeHookEntries,
} from './hook-entries.ts'
export { formatCommand, formatGuardedCommand, parseOwnCommand } from './own-command.ts'
export { parseSettings, SettingsFault } from './scan-json.ts'
