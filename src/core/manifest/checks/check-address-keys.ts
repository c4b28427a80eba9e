import type { CollectionRule } from '../address-keys.ts'
import type { KnownNames, ManifestProblem, ProblemPath } from '../problem.ts'
import { reservedNames } from '../reserved-names.ts'
import type { Manifest } from '../schema.ts'
import { checkKnowledge } from './check-knowledge.ts'
import { checkName } from './check-name.ts'

/** Checks everything that has an address. */
export function* checkAddressKeys(manifest: Manifest, known: KnownNames): Generator<ManifestProblem> {
  const collections = Object.keys(manifest.collections)
  for (const [name, rule] of Object.entries(manifest.collections)) {
    yield* checkCollection(['collections', name], rule)
    for (const [i, alias] of rule.aliases.entries()) {
      const other = collections.find(
        (collection) =>
          collection !== name &&
          (collection === alias || manifest.collections[collection]!.aliases.includes(alias)),
      )
      if (other === undefined) continue
      const message = `"${alias}" is also a name of the collection "${other}"`
      yield { path: ['collections', name, 'aliases', i], at: 'value', message, fix: 'choose another name' }
    }
  }
  for (const [name, rule] of Object.entries(manifest.contexts)) {
    if (!('relevance' in rule)) continue
    for (const [i, collection] of rule.relevance.around.entries()) {
      yield* checkName(['contexts', name, 'relevance', 'around', i], collection, collections, 'collection')
    }
  }
  for (const [name, rule] of Object.entries(manifest.states)) {
    if ('active' in rule) yield* checkName(['states', name, 'active'], rule.active, collections, 'collection')
    if ('tasks' in rule) yield* checkName(['states', name, 'tasks'], rule.tasks, collections, 'collection')
  }
  for (const [name, { tier }] of Object.entries(manifest.plugins)) {
    if ((reservedNames as readonly string[]).includes(name)) {
      const message = `"${name}" is reserved: addresses of foreword's own begin with ${reservedNames.join(', ')}`
      yield { path: ['plugins', name], at: 'key', message, fix: 'give the plugin another name' }
    }
    if (tier !== undefined) {
      yield* checkName(['plugins', name, 'tier'], tier, Object.keys(manifest.tiers), 'tier')
    }
  }
  yield* checkKnowledge(manifest)
  yield* checkTriggers(manifest, known)
}

function* checkCollection(at: ProblemPath, rule: CollectionRule): Generator<ManifestProblem> {
  const stages = Object.keys(rule.status?.values ?? {})
  for (const key of ['active', 'retired'] as const) {
    for (const [i, stage] of rule[key].entries()) yield* checkName([...at, key, i], stage, stages, 'status')
  }
}

function* checkTriggers(manifest: Manifest, known: KnownNames): Generator<ManifestProblem> {
  for (const [tier, { refresh }] of Object.entries(manifest.tiers)) {
    for (const [i, trigger] of refresh.entries()) {
      if (!('on_change' in trigger) || trigger.on_change === '*') continue
      const path = ['tiers', tier, 'refresh', i, 'on_change']
      const problem = known.address?.(trigger.on_change, manifest) ?? null
      if (problem !== null) yield { path, at: 'value', ...problem }
    }
  }
  for (const [name, { salience_triggers }] of Object.entries(manifest.plugins)) {
    for (const [i, trigger] of salience_triggers.entries()) {
      if (!('commit_msg_pattern' in trigger)) continue
      const message = known.pattern?.problem(trigger.commit_msg_pattern) ?? null
      const path = ['plugins', name, 'salience_triggers', i, 'commit_msg_pattern']
      if (message !== null) yield { path, at: 'value', message, fix: known.pattern!.fix }
    }
  }
}
