// Reads sources that are not plain files: work items, tactical memory, knowledge, plugins.

export { buildKnowledge } from './knowledge/build-knowledge.ts'
export {
  type KnowledgeEntry,
  type KnowledgeResult,
  knowledgeBuildOutput,
} from './knowledge/knowledge-build-output.ts'
export type { KnowledgeDeps } from './knowledge/knowledge-deps.ts'
export { type AddRecordInput, addRecord, type MemoryAddResult, memoryAddOutput } from './memory/add-record.ts'
export {
  type ListRecordsInput,
  listRecords,
  type MemoryListResult,
  type MemorySearchResult,
  memoryListOutput,
  memorySearchOutput,
  searchRecords,
} from './memory/list-records.ts'
export type { MemoryDeps } from './memory/memory-deps.ts'
export { type MemoryPromoteResult, memoryPromoteOutput, promoteRecord } from './memory/promote-record.ts'
export {
  type MemoryPruneResult,
  memoryPruneOutput,
  type PruneRecordsInput,
  pruneRecords,
} from './memory/prune-records.ts'
export { recallRecords } from './memory/recall-records.ts'
export type { ShownRecord } from './memory/shown-record.ts'
export { type ListedPlugin, type PluginsResult, pluginsOutput } from './plugins/list-plugins.ts'
export {
  askTriggeredPlugins,
  gatherSalienceFacts,
  makePluginReader,
  type PluginReadings,
} from './plugins/plugin-readings.ts'
export { showPlugins } from './plugins/show-plugins.ts'
export type { AdapterItem, AdapterResult } from './work-items/adapter-result.ts'
export { askAdapters } from './work-items/ask-adapters.ts'
