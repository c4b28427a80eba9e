// Everything that use cases get from outside, as one value that `compose` builds for a surface.

export type { ServeOptions, Services, Serving } from './services.ts'
