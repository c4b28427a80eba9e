import { RedactionFailure } from '../../../core/redact/index.ts'

/** Thrown if a text is too long to search in bounded time. The text was not searched, so none of it may be shown. */
export class PatternLimitFailure extends RedactionFailure {
  constructor(length: number, maxLength: number) {
    super(`has ${length} characters; the patterns of this manifest go through ${maxLength} at most`)
    this.name = 'TooMuchForPatterns'
  }
}
