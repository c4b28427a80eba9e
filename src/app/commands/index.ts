// Every command, declared once: parser, help and reference page are projections of this table.
import type { Command } from './command.ts'
import { hookCommand } from './hook.ts'
import { initCommand } from './init.ts'
import { installCommands } from './install.ts'
import { knowledgeCommands } from './knowledge.ts'
import { loadCommand } from './load.ts'
import { memoryCommands } from './memory.ts'
import { packetCommands } from './packet.ts'
import { pastCommands } from './past.ts'
import { pluginsCommands } from './plugins.ts'
import { readCommands } from './read.ts'
import { refreshCommands } from './refresh.ts'
import { scrubCommand } from './scrub.ts'
import { serveCommands } from './serve.ts'
import { storeCommands } from './store.ts'
import { trustCommand } from './trust.ts'

export type { Command, CommandArgument, CommandOption } from './command.ts'

/** In the order of the help. */
export const commands: readonly Command[] = [
  ...packetCommands,
  loadCommand,
  hookCommand,
  ...readCommands,
  ...serveCommands,
  ...refreshCommands,
  ...pluginsCommands,
  scrubCommand,
  initCommand,
  trustCommand,
  ...installCommands,
  ...knowledgeCommands,
  ...memoryCommands,
  ...pastCommands,
  ...storeCommands,
]
