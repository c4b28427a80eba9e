// Checks names and prose. Fails if it reads too few files.
import { globSync, readFileSync } from 'node:fs'
import { findNameFaults } from './checks/names.ts'
import { findMarkdownFaults, findProseFaults } from './checks/prose.ts'
import { findVariableFaults } from './checks/variables.ts'

/** Decisions up to this one were written before the rules and keep their history. */
const lastOldDecision = '0016'

const readAll = (patterns: string[]) =>
  new Map(globSync(patterns).map((path) => [path, readFileSync(path, 'utf8')]))

const sources = readAll(['src/**/*.ts'])
const prose = readAll(['src/**/*.ts', 'bin/*.ts', 'scripts/**/*.ts', 'bench/**/*.ts', 'tests/**/*.ts'])
const documents = readAll(['*.md', 'docs/**/*.md'])
const isOldDecision = (path: string) =>
  /decisions\/(\d+)/.exec(path)?.[1]?.localeCompare(lastOldDecision) !== 1

const faults = [
  ...findNameFaults(sources, readFileSync('GLOSSARY.md', 'utf8')),
  ...[...prose].flatMap(([path, text]) => [
    ...findProseFaults(path, text),
    ...findVariableFaults(path, text),
  ]),
  ...[...documents]
    .filter(([path]) => !path.includes('decisions/') || !isOldDecision(path))
    .flatMap(([path, text]) => findMarkdownFaults(path, text)),
]
for (const fault of faults) console.error(fault)
if (sources.size < 100 || documents.size < 10) {
  console.error(
    `words: read only ${sources.size} sources and ${documents.size} documents; run it in the root`,
  )
  process.exitCode = 1
} else if (faults.length > 0) process.exitCode = 1
else console.log(`words: ${prose.size} files and ${documents.size} documents, no fault`)
