// A server for this machine: who may ask, how much at a time, and which route answers. It knows none of the routes.
export type { RequestLine } from './desk.ts'
export type { HttpCall, HttpRoute } from './route.ts'
export { type HttpServer, openHttp } from './server.ts'
export { waitForStopSignal } from './stop-signal.ts'
