// Counts o200k tokens exactly, and characters and lines.

export { makeTokenCounter } from './counter.ts'
