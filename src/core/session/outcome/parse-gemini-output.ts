import { type AgentAnswer, emptyAnswer } from './agent-answer.ts'
import { asCount, asObject, asText, findJsonDocument, type Json, unwrapErrorMessage } from './json.ts'

/** Parses `gemini -o json`: one object. If Gemini CLI fails, the object is on standard error, after other lines. */
export function parseGeminiOutput(text: string, errors: string): AgentAnswer | null {
  const result = asObject(findJsonDocument(text))
  if (isResult(result)) return parseResult(result)
  const failure = asObject(findJsonDocument(errors))
  return isResult(failure) ? parseResult(failure) : null
}

const isResult = (value: Json): boolean =>
  typeof value.session_id === 'string' && (value.response !== undefined || value.error !== undefined)

function parseResult(result: Json): AgentAnswer {
  const models = asObject(asObject(result.stats).models)
  const message = asText(result.response) ?? ''
  const failed = result.error !== undefined
  // A blocked prompt leaves no error: Gemini CLI asked no model and wrote no message.
  const blocked = !failed && message === '' && Object.keys(models).length === 0
  const warnings = Array.isArray(result.warnings) ? result.warnings.map(String) : []
  return {
    ...emptyAnswer,
    verdict: failed ? 'failed' : blocked ? 'blocked' : 'done',
    message,
    error: failed
      ? unwrapErrorMessage(asText(asObject(result.error).message) ?? 'The agent gave no reason.')
      : blocked
        ? (warnings.at(-1) ?? 'The model was not asked: a hook blocked the prompt.')
        : null,
    session: asText(result.session_id),
    model: findMainModel(models),
    usage: sumUsage(models),
    notes: blocked ? [] : warnings,
  }
}

/** Finds the model that answers. A smaller model only chooses it. */
function findMainModel(models: Json): string | null {
  const names = Object.keys(models)
  return (
    names.find((name) => asObject(asObject(models[name]).roles).main !== undefined) ?? names.at(-1) ?? null
  )
}

function sumUsage(models: Json): AgentAnswer['usage'] {
  const each = Object.values(models).map((model) => asObject(asObject(model).tokens))
  if (each.length === 0) return null
  const sum = (key: string) => each.reduce((total, tokens) => total + asCount(tokens[key]), 0)
  return {
    input: sum('prompt'),
    cached: sum('cached'),
    output: sum('candidates') + sum('thoughts'),
    cost: null,
  }
}
