import type { Request } from '../core/plan/index.ts'
import type { Project, Workshop } from '../ports/index.ts'
import { type Compiled, compile, prepare } from './compile.ts'
import { newOccasion } from './occasion.ts'

/** The same path as an injection, without delivery: what people are shown cannot differ from what is sent. */
export async function explain(
  shop: Workshop,
  order: { project: Project; request: Request },
): Promise<Compiled> {
  const { project, request } = order
  const prepared = await prepare(shop, project, request)
  const occasion = newOccasion(shop, project, prepared, { agent: request.agent, role: request.role })
  return compile(shop, project, prepared, occasion)
}
