// A model endpoint on loopback that stands in for the real ones and keeps what an agent asked; nothing leaves the machine.
export { startFakeModel } from './server.ts'
