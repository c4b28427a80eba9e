import { suggestNearest } from '../nearest.ts'
import type { KnownNames, ManifestProblem, ProblemPath } from '../problem.ts'
import type { ProhibitedRule } from '../prohibited.ts'
import type { Manifest } from '../schema.ts'

/** The name under which hidden text that was taken out is reported. */
const taken = 'hidden-text'

/** Rules that a class can name and its patterns, which must work. */
export function* checkProhibited(manifest: Manifest, known: KnownNames): Generator<ManifestProblem> {
  const rules = [...known.redactionRules, 'known-value', ...Object.keys(manifest.redact.patterns)]
  for (const [name, one] of Object.entries(manifest.prohibited)) {
    const at = ['prohibited', name]
    if (name === taken) {
      const message = `"${taken}" is what hidden text is reported as`
      yield { path: at, at: 'key', message, fix: 'choose another name' }
    }
    if (isEmpty(one)) {
      const fix = 'give it one of sets, rules, patterns, words, names'
      yield { path: at, at: 'value', message: 'nothing can be found that is of this class', fix }
    }
    for (const [i, rule] of one.rules.entries()) yield* unknownRule([...at, 'rules', i], rule, rules)
    for (const rule of Object.keys(one.markers)) {
      const path = [...at, 'markers', rule]
      for (const problem of unknownRule(path, rule, [...rules, 'name', 'word', ...Object.keys(one.patterns)]))
        yield { ...problem, at: 'key' }
    }
    yield* patternProblems([...at, 'patterns'], one, rules, known)
  }
}

function isEmpty({ sets, rules, patterns, words, names }: ProhibitedRule): boolean {
  const parts = [sets, rules, Object.keys(patterns), words, names]
  return parts.every((part) => part.length === 0)
}

function* unknownRule(path: ProblemPath, rule: string, rules: readonly string[]): Generator<ManifestProblem> {
  if (rules.includes(rule)) return
  const message = `unknown redaction rule "${rule}"${suggestNearest(rule, rules)}`
  yield { path, at: 'value', message, fix: 'docs/reference/redaction.md lists all of them' }
}

function* patternProblems(
  at: ProblemPath,
  { patterns }: ProhibitedRule,
  rules: readonly string[],
  known: KnownNames,
): Generator<ManifestProblem> {
  for (const [name, pattern] of Object.entries(patterns)) {
    const path = [...at, name]
    const problem = known.pattern?.problem(pattern) ?? null
    if (problem !== null) yield { path, at: 'value', message: problem, fix: known.pattern!.fix }
    if (rules.includes(name)) {
      const message = `"${name}" is the name of another rule`
      yield { path, at: 'key', message, fix: 'choose another name' }
    }
  }
}
