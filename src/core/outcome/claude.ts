import { type Answer, silent } from './answer.ts'
import { countOf, documentIn, type Json, listOf, objectOf, textOf } from './json.ts'

/** `claude -p --output-format json`: one object; with --verbose a list that ends with it. */
export function fromClaude(text: string): Answer | null {
  const found = documentIn(text)
  const result = Array.isArray(found) ? listOf(found).findLast(isResult) : objectOf(found)
  if (result === undefined || !isResult(result)) return null
  const message = textOf(result.result) ?? ''
  const models = objectOf(result.modelUsage)
  const blocked = Object.keys(models).length === 0 && byHook.test(message)
  const broken = result.is_error === true || String(result.subtype ?? '').startsWith('error')
  const verdict = blocked ? 'blocked' : broken ? 'failed' : 'done'
  return {
    ...silent,
    verdict,
    message: verdict === 'done' ? message : '',
    error: verdict === 'done' ? null : (textOf(message.trim()) ?? textOf(result.subtype)),
    session: textOf(result.session_id),
    model: busiest(models),
    usage: usageOf(objectOf(result.usage), result.total_cost_usd),
    denied: [...new Set(listOf(result.permission_denials).map((one) => textOf(one.tool_name) ?? 'a tool'))],
  }
}

/** What it says of a prompt that no model has seen. */
const byHook = /^(\w+ operation blocked by hook|Operation stopped by hook)/

const isResult = (one: Json): boolean => one.type === 'result'

/** Small models do small things beside the one that answers. */
function busiest(models: Json): string | null {
  const written = (name: string) => countOf(objectOf(models[name]).outputTokens)
  return Object.keys(models).sort((a, b) => written(b) - written(a))[0] ?? null
}

function usageOf(usage: Json, cost: unknown): Answer['usage'] {
  if (usage.input_tokens === undefined) return null
  const cached = countOf(usage.cache_read_input_tokens)
  return {
    input: countOf(usage.input_tokens) + countOf(usage.cache_creation_input_tokens) + cached,
    cached,
    output: countOf(usage.output_tokens),
    cost: typeof cost === 'number' ? cost : null,
  }
}
