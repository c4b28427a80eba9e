import { type Answer, silent } from './answer.ts'
import { countOf, documentIn, innerWords, type Json, objectOf, textOf } from './json.ts'

/** `gemini -o json`: one object; on standard error, behind other lines, where it failed. */
export function fromGemini(text: string, errors: string): Answer | null {
  const result = objectOf(documentIn(text))
  if (isResult(result)) return answerOf(result)
  const failure = objectOf(documentIn(errors))
  return isResult(failure) ? answerOf(failure) : null
}

const isResult = (one: Json): boolean =>
  typeof one.session_id === 'string' && (one.response !== undefined || one.error !== undefined)

function answerOf(result: Json): Answer {
  const models = objectOf(objectOf(result.stats).models)
  const message = textOf(result.response) ?? ''
  const failed = result.error !== undefined
  // No hook event is needed to see it: no model was asked, and nothing was said.
  const blocked = !failed && message === '' && Object.keys(models).length === 0
  const warnings = Array.isArray(result.warnings) ? result.warnings.map(String) : []
  return {
    ...silent,
    verdict: failed ? 'failed' : blocked ? 'blocked' : 'done',
    message,
    error: failed
      ? innerWords(textOf(objectOf(result.error).message) ?? 'It does not say why.')
      : blocked
        ? (warnings.at(-1) ?? 'The model was not asked: a hook has blocked the prompt.')
        : null,
    session: textOf(result.session_id),
    model: mainModel(models),
    usage: usageOf(models),
    notes: blocked ? [] : warnings,
  }
}

/** A smaller one only chooses which model answers. */
function mainModel(models: Json): string | null {
  const names = Object.keys(models)
  return (
    names.find((name) => objectOf(objectOf(models[name]).roles).main !== undefined) ?? names.at(-1) ?? null
  )
}

function usageOf(models: Json): Answer['usage'] {
  const each = Object.values(models).map((model) => objectOf(objectOf(model).tokens))
  if (each.length === 0) return null
  const sum = (key: string) => each.reduce((total, tokens) => total + countOf(tokens[key]), 0)
  return {
    input: sum('prompt'),
    cached: sum('cached'),
    output: sum('candidates') + sum('thoughts'),
    cost: null,
  }
}
