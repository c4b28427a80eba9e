import { RedactionFailure } from '../../../core/redact/index.ts'

/** A text that patterns could not go through in bounded time. Nothing was looked at, so nothing of it may be shown. */
export class TooMuchForPatterns extends RedactionFailure {
  constructor(length: number, room: number) {
    super(`has ${length} characters; the patterns of this manifest go through ${room} at most`)
    this.name = 'TooMuchForPatterns'
  }
}
