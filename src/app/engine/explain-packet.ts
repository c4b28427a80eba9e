import type { Request } from '../../core/plan/index.ts'
import type { EngineServices, Project } from '../../ports/index.ts'
import type { CompileResult } from './compile-packet.ts'
import { getPacket } from './get-packet.ts'

/** Takes the same path as an injection, without delivery, so the explanation cannot differ from the packet. */
export async function explainPacket(
  engine: EngineServices,
  input: { project: Project; request: Request },
): Promise<CompileResult> {
  const { project, request } = input
  const who = { agent: request.agent, role: request.role }
  const result = await getPacket(engine, { project, request, who, useCache: false })
  if ('refused' in result) throw result.refused.refusal
  return result.compiled!
}
