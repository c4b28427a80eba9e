// Settings of other programs as text: finds entries by their place and changes nothing but our own. Sees no file.
export type { OwnCommand } from './command.ts'
export { formatCommand, formatGuardedCommand, parseOwnCommand } from './command.ts'
export type { Handler, ListedHandler, WantedEntry } from './entries.ts'
export { addEntries, listHandlers, removeEntries } from './entries.ts'
export { appendToList } from './list.ts'
export { dataIn, SettingsFault } from './scan.ts'
