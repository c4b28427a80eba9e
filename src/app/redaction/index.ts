// Redacts single texts by the rules of a plan, sanitises texts from unverified sources, and implements the scrub command (scrub).

export { defaultRedaction, makeRedactor, makeTextRedactor, withRedactedRefusals } from './redactor.ts'
export { makeSanitiser } from './sanitise.ts'
export { type AllowEntryDraft, draftAllowEntries } from './scrub/draft-allow-entries.ts'
export { buildBaseline, matchBaseline } from './scrub/known-findings.ts'
export { scrubTexts } from './scrub/scrub.ts'
export type { ScrubbedText, ScrubDeps, ScrubEvents, ScrubInput } from './scrub/scrub-deps.ts'
export {
  type AllowedFinding,
  type ScrubFinding,
  type ScrubResult,
  scrubOutput,
} from './scrub/scrub-output.ts'
