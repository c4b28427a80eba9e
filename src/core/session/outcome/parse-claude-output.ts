import { type AgentAnswer, emptyAnswer } from './agent-answer.ts'
import { asCount, asObject, asObjectList, asText, findJsonDocument, type Json } from './json.ts'

/** Parses `claude -p --output-format json`: one object or, with --verbose, a list that ends with it. */
export function parseClaudeOutput(text: string): AgentAnswer | null {
  const document = findJsonDocument(text)
  const result = Array.isArray(document) ? asObjectList(document).findLast(isResult) : asObject(document)
  if (result === undefined || !isResult(result)) return null
  const message = asText(result.result) ?? ''
  const models = asObject(result.modelUsage)
  const blocked = Object.keys(models).length === 0 && blockedByHook.test(message)
  const broken = result.is_error === true || String(result.subtype ?? '').startsWith('error')
  const verdict = blocked ? 'blocked' : broken ? 'failed' : 'done'
  return {
    ...emptyAnswer,
    verdict,
    message: verdict === 'done' ? message : '',
    error: verdict === 'done' ? null : (asText(message.trim()) ?? asText(result.subtype)),
    session: asText(result.session_id),
    model: findBusiestModel(models),
    usage: parseUsage(asObject(result.usage), result.total_cost_usd),
    denied: [
      ...new Set(
        asObjectList(result.permission_denials).map((denial) => asText(denial.tool_name) ?? 'a tool'),
      ),
    ],
  }
}

/** Claude Code's message if a hook blocks a prompt before the model sees it. */
const blockedByHook = /^(\w+ operation blocked by hook|Operation stopped by hook)/

const isResult = (value: Json): boolean => value.type === 'result'

/** Finds the model that wrote most, because Claude Code also uses smaller models for side tasks. */
function findBusiestModel(models: Json): string | null {
  const written = (name: string) => asCount(asObject(models[name]).outputTokens)
  return Object.keys(models).sort((a, b) => written(b) - written(a))[0] ?? null
}

function parseUsage(usage: Json, cost: unknown): AgentAnswer['usage'] {
  if (usage.input_tokens === undefined) return null
  const cached = asCount(usage.cache_read_input_tokens)
  return {
    input: asCount(usage.input_tokens) + asCount(usage.cache_creation_input_tokens) + cached,
    cached,
    output: asCount(usage.output_tokens),
    cost: typeof cost === 'number' ? cost : null,
  }
}
