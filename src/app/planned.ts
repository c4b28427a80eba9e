import type { Manifest } from '../core/manifest/index.ts'
import { makePlan, type Plan, type Request } from '../core/plan/index.ts'

/** Apart from what asks for a plan, which is loaded at every prompt: mostly one is kept. */
export function planFor(manifest: Manifest, request: Request): Plan {
  return makePlan(manifest, request)
}
