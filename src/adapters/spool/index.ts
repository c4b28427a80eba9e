// Parcels that wait for the store, one file each. A hook loads this room, so it imports next to nothing.
export { countWaiting, listSetAside, openSpool } from './spool.ts'
