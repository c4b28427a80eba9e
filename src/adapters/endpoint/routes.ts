import {
  type Answer,
  anthropicMessage,
  chatCompletion,
  geminiContent,
  json,
  openaiResponse,
} from './answers.ts'
import { isRecord, modelOf } from './texts.ts'

interface Ask {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: RegExp
  readonly answer: (ask: Ask) => Answer
}

/** Enough of four protocols for an agent to finish its turn. */
const routes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/v1\/messages$/,
    answer: ({ body }) => anthropicMessage(modelOf(body), streams(body)),
  },
  { method: 'POST', path: /^\/v1\/messages\/count_tokens$/, answer: () => json({ input_tokens: 1 }) },
  {
    method: 'POST',
    path: /^\/v1\/responses$/,
    answer: ({ body }) => openaiResponse(modelOf(body), streams(body)),
  },
  {
    method: 'POST',
    path: /^\/v1\/chat\/completions$/,
    answer: ({ body }) => chatCompletion(modelOf(body), streams(body)),
  },
  {
    method: 'POST',
    path: /^\/v1beta\/models\/[^/]+:generateContent$/,
    answer: ({ body }) => geminiContent(body, false),
  },
  {
    method: 'POST',
    path: /^\/v1beta\/models\/[^/]+:streamGenerateContent$/,
    answer: ({ body }) => geminiContent(body, true),
  },
  { method: 'POST', path: /^\/v1beta\/models\/[^/]+:countTokens$/, answer: () => json({ totalTokens: 1 }) },
  { method: 'GET', path: /^\/v1\/models$/, answer: () => json({ object: 'list', data: [], models: [] }) },
  // Agents knock before they ask.
  { method: 'GET', path: /^\/$/, answer: () => json({}) },
]

export function answerTo(ask: Ask): Answer {
  const method = ask.method === 'HEAD' ? 'GET' : ask.method
  const route = routes.find((one) => one.method === method && one.path.test(ask.path))
  if (route === undefined) return trouble(404, `nothing answers ${ask.method} ${ask.path} here`)
  if (method === 'POST' && !isRecord(ask.body)) return trouble(400, 'the body is not a JSON object')
  return route.answer(ask)
}

export const trouble = (status: number, message: string): Answer => json({ error: { message } }, status)

/** The model that a path names, as Gemini's do. */
export function modelInPath(path: string): string | null {
  return /\/models\/([^/:]+):/.exec(path)?.[1] ?? null
}

const streams = (body: unknown): boolean => isRecord(body) && body.stream === true
