// Parcels that wait for the store, one file each. A hook loads this room, so it imports next to nothing.
export { openSpool, setAsideIn, waiting } from './spool.ts'
