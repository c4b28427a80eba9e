// The manifest language: schema, merging, checking.

export { type AdapterRule, defaultAdapter, type RankingRule } from './adapters.ts'
export type { CollectionRule, KnowledgeRule, PluginRule, SalienceRule, TriggerRule } from './address-keys.ts'
export { type CanonicalLayer, formatCanonicalManifest } from './canonical-manifest.ts'
export { checkManifest } from './check-manifest.ts'
export type { BundleRule, FallbackRule, PartRule } from './documents.ts'
export type { JournalRule } from './journal.ts'
export type { MemoryRules } from './memory.ts'
export { mergeManifests } from './merge-manifests.ts'
export { askIfMeant, findNearestName, suggestNearest } from './nearest-name.ts'
export type { KnownNames, ManifestProblem } from './problem.ts'
export type { ProhibitedRule } from './prohibited.ts'
export {
  buildPublishedJsonSchema,
  checkPublishedManifest,
  isPublishedManifest,
  type PublishedManifest,
} from './published-manifest.ts'
export {
  computeReach,
  findWidening,
  getOrdinaryReach,
  joinReach,
  type ManifestReach,
  type ReachItem,
  type ReachKind,
  reachKinds,
} from './reach.ts'
export { parseCheckedReducer, type ReducerCall, type ReducerName, reducerForms } from './reducer.ts'
export { reservedNames } from './reserved-names.ts'
export {
  buildManifestJsonSchema,
  type Manifest,
  type ManifestInput,
  type RenderRule,
  type TierRule,
} from './schema.ts'
export type {
  FactRule,
  OrderRule,
  SectionCondition,
  SectionRule,
  Selector,
  Shape,
  SourceRule,
  StubRule,
} from './section.ts'
export type { FieldRule } from './shape.ts'
