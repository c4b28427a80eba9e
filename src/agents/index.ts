// One descriptor per coding agent, as data. Nothing here runs anything.
import type { Agent } from './agent.ts'
import { aider } from './aider.ts'
import { claude } from './claude.ts'
import { codex } from './codex.ts'
import { gemini } from './gemini.ts'
import { generic } from './generic.ts'
import { opencode } from './opencode.ts'

export type {
  AddOnRule,
  Agent,
  CacheRule,
  EventRule,
  FolderRule,
  HeadlessRule,
  HookEvent,
  HookPlace,
  HookRules,
  MachineRule,
  MemoryLimit,
  OutputLimit,
  PackageRule,
  ProfileRule,
  RegistryRule,
  ServerRule,
  SettingsRule,
  TrialRule,
  TrustFile,
} from './agent.ts'

export const agents: readonly Agent[] = [claude, codex, gemini, opencode, aider, generic]
