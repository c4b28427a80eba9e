// Own rules of a manifest: regular expressions in RE2 syntax, each run on one line at a time, in linear time.
export { compilePatterns } from './compile.ts'
export { openMessageSearch } from './message-search.ts'
export { patternFix, patternProblem } from './problem.ts'
export { TooMuchForPatterns } from './too-much.ts'
