// Exact o200k and plain counts.

export { makeTokenCounter } from './counter.ts'
