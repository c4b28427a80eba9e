import { maxMessageLength, type PatternSearch } from '../../../core/relevance/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { compilePatterns } from './compile-patterns.ts'

/** Searches commit messages in linear time. Each pattern is compiled once. */
export function openMessageSearch(): PatternSearch {
  const known = new Map<string, ReturnType<typeof finder>>()
  return (pattern, text) => {
    const find = known.get(pattern) ?? finder(pattern)
    known.set(pattern, find)
    return typeof find === 'string' ? find : find(text.slice(0, maxMessageLength))
  }
}

function finder(pattern: string): string | ((text: string) => boolean) {
  try {
    const [rule] = compilePatterns({ commit_msg_pattern: pattern })
    return (text) => rule!.find(text).length > 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message.replace(/^redact\.patterns\./, '')
  }
}
