import { maxMessageLength, type PatternSearch } from '../../../core/relevance/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { compilePatterns } from './compile-patterns.ts'

/** Searches commit messages in linear time. Each pattern is compiled once. */
export function openMessageSearch(): PatternSearch {
  const finders = new Map<string, ReturnType<typeof makeFinder>>()
  return (pattern, text) => {
    const find = finders.get(pattern) ?? makeFinder(pattern)
    finders.set(pattern, find)
    return typeof find === 'string' ? find : find(text.slice(0, maxMessageLength))
  }
}

function makeFinder(pattern: string): string | ((text: string) => boolean) {
  try {
    const [rule] = compilePatterns({ commit_msg_pattern: pattern })
    return (text) => rule!.find(text).length > 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message.replace(/^redact\.patterns\./, '')
  }
}
