// The manifest language: what may be injected, when, and at what size. Pure: it is handed plain data, never a file.
export type { AdapterRule, RankingRule } from './adapters.ts'
export { defaultAdapter } from './adapters.ts'
export type {
  CollectionRule,
  KnowledgeRule,
  PluginRule,
  SalienceRule,
  TriggerRule,
} from './addressed.ts'
export type { CanonicalLayer } from './canonical.ts'
export { formatCanonicalManifest } from './canonical.ts'
export { checkManifest } from './check.ts'
export type { BundleRule, FallbackRule, PartRule } from './documents.ts'
export type { JournalRule } from './journal.ts'
export type { MemoryRules } from './memory.ts'
export { mergeManifests } from './merge.ts'
export { findNearest } from './nearest.ts'
export type { KnownNames, ManifestProblem } from './problem.ts'
export type { ProhibitedRule } from './prohibited.ts'
export type { PublishedManifest } from './published.ts'
export { buildPublishedJsonSchema, checkPublished, isPublished } from './published.ts'
export type { ReducerCall, ReducerName } from './reducer.ts'
export { parseCheckedReducer, reducerForms } from './reducer.ts'
export { reservedNames } from './reserved.ts'
export type { Manifest, ManifestInput, RenderRule, TierRule } from './schema.ts'
export { buildManifestJsonSchema } from './schema.ts'
export type {
  FactRule,
  OrderRule,
  SectionRule,
  Select,
  Shape,
  SourceRule,
  StubRule,
  When,
} from './section.ts'
export type { FieldRule } from './shape.ts'
