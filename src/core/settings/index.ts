// Adds, finds and removes our hooks in the settings files of agents.

export { formatCommand, formatGuardedCommand, parseOwnCommand } from './command.ts'
export {
  addEntries,
  type Handler,
  type ListedHandler,
  listHandlers,
  removeEntries,
  type WantedEntry,
} from './entries.ts'
export { appendToList } from './list.ts'
export { dataIn, SettingsFault } from './scan.ts'
