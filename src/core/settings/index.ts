// Settings of other programs as text: finds entries by their place and changes nothing but our own. Sees no file.
export type { OwnCommand } from './command.ts'
export { commandOf, guardedCommandOf, ownCommand } from './command.ts'
export type { Handler, ListedHandler, WantedEntry } from './entries.ts'
export { listHandlers, withEntries, withoutEntries } from './entries.ts'
export { appendToList } from './list.ts'
export { dataIn, SettingsFault } from './scan.ts'
