// A server for this machine: who may ask, how much at a time, and which route answers. It knows none of the routes.

export type { HttpCall, HttpRoute } from './http-route.ts'
export type { RequestLine } from './request-handler.ts'
export { type HttpServer, openHttp } from './server.ts'
export { waitForStopSignal } from './stop-signal.ts'
