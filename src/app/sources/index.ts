// Reads sources that are not plain files: work items, tactical memory, knowledge, plugins.

export { buildKnowledge } from './knowledge/build-knowledge.ts'
export {
  type KnowledgeEntry,
  type KnowledgeResult,
  knowledgeBuildOutput,
} from './knowledge/knowledge-build-output.ts'
export type { KnowledgeDeps } from './knowledge/knowledge-deps.ts'
export { type AddRecordInput, addRecord } from './memory/add-record.ts'
export { type ListRecordsInput, listRecords, searchRecords } from './memory/list-records.ts'
export type { MemoryDeps } from './memory/memory-deps.ts'
export {
  type MemoryAddResult,
  type MemoryListResult,
  type MemoryPromoteResult,
  type MemoryPruneResult,
  type MemorySearchResult,
  memoryAddOutput,
  memoryListOutput,
  memoryPromoteOutput,
  memoryPruneOutput,
  memorySearchOutput,
  type ShownRecord,
} from './memory/outputs.ts'
export { promoteRecord } from './memory/promote-record.ts'
export { type PruneRecordsInput, pruneRecords } from './memory/prune-records.ts'
export { recallRecords } from './memory/recall-records.ts'
export {
  askTriggeredPlugins,
  gatherSalienceFacts,
  makePluginReader,
  type PluginReadings,
} from './plugins/plugin-readings.ts'
export { type ListedPlugin, type PluginsResult, pluginsOutput } from './plugins/plugins-output.ts'
export { showPlugins } from './plugins/show-plugins.ts'
export type { AdapterItem, AdapterResult } from './work-items/adapter-result.ts'
export { askAdapters } from './work-items/ask-adapters.ts'
