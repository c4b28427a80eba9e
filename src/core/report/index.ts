// Whether runs with context end better than runs without, and how sure one can be. Counts in, sentences out.
export { computeNewcombeInterval, computeWilsonInterval } from './interval.ts'
export type { Comparison, Rate, Report, SectionTally, Tallies, Tally } from './report.ts'
export { buildReport } from './report.ts'
