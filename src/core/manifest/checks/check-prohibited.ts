import { suggestNearest } from '../nearest-name.ts'
import type { KnownNames, ManifestProblem, ProblemPath } from '../problem.ts'
import type { ProhibitedRule } from '../prohibited.ts'
import type { Manifest } from '../schema.ts'

/** Reports use this name for removed hidden text. */
const reservedClass = 'hidden-text'

/** Checks that the rules of each class exist and that its patterns compile. */
export function* checkProhibited(manifest: Manifest, known: KnownNames): Generator<ManifestProblem> {
  const rules = [...known.redactionRules, 'known-value', ...Object.keys(manifest.redact.patterns)]
  for (const [name, prohibitedClass] of Object.entries(manifest.prohibited)) {
    const at = ['prohibited', name]
    if (name === reservedClass) {
      const message = `"${reservedClass}" is reserved for hidden text`
      yield { path: at, at: 'key', message, fix: 'choose another name' }
    }
    if (isEmpty(prohibitedClass)) {
      const fix = 'give it one of sets, rules, patterns, words, names'
      yield { path: at, at: 'value', message: 'the class has no rules, so it finds nothing', fix }
    }
    for (const [i, rule] of prohibitedClass.rules.entries())
      yield* checkRule([...at, 'rules', i], rule, rules)
    for (const rule of Object.keys(prohibitedClass.markers)) {
      const path = [...at, 'markers', rule]
      for (const problem of checkRule(path, rule, [
        ...rules,
        'name',
        'word',
        ...Object.keys(prohibitedClass.patterns),
      ]))
        yield { ...problem, at: 'key' }
    }
    yield* checkPatterns([...at, 'patterns'], prohibitedClass, rules, known)
  }
}

function isEmpty({ sets, rules, patterns, words, names }: ProhibitedRule): boolean {
  const parts = [sets, rules, Object.keys(patterns), words, names]
  return parts.every((part) => part.length === 0)
}

function* checkRule(path: ProblemPath, rule: string, rules: readonly string[]): Generator<ManifestProblem> {
  if (rules.includes(rule)) return
  const message = `unknown redaction rule "${rule}"${suggestNearest(rule, rules)}`
  yield { path, at: 'value', message, fix: 'docs/reference/redaction.md lists all of them' }
}

function* checkPatterns(
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
