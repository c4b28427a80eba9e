// An HTTP server for this machine: checks access, applies limits and calls routes. The caller provides the routes.

export type { HttpCall, HttpRoute } from './http-route.ts'
export type { RequestLogLine } from './request-handler.ts'
export { type HttpServer, openHttpServer } from './server.ts'
export { waitForStopSignal } from './stop-signal.ts'
