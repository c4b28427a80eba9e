// Settings of agents as text: our entries in them.

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
