// Keeps content of prohibited classes out of texts that nobody answers for: replaced where that is safe, dropped where it is not.
export { builtInClasses, type ProhibitedClass, patternsOf, prohibitedClasses } from './classes.ts'
export { droppedEntry, isSayable, type SafeEntry, safeEntry, sayable } from './entry.ts'
export { type Sanitised, type Sanitiser, type SanitisingAction, sanitiserOf } from './sanitise.ts'
