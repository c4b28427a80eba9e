import { doctor } from './doctor.ts'
import { init } from './init.ts'
import { install, uninstall } from './install.ts'
import { knowledgeBuild } from './knowledge.ts'
import { memoryHandlers } from './memory.ts'
import type { Handler } from './options.ts'
import { past } from './past.ts'
import { plugins } from './plugins.ts'
import { ls, read } from './read.ts'
import { refresh, sessions } from './refresh.ts'
import { scrub } from './scrub.ts'
import { mcp, serve } from './serve.ts'
import { trust } from './trust.ts'

/** The commands that nobody waits for at the start of a session, in one file of the build. */
export const later: Readonly<Record<string, Handler>> = {
  doctor,
  init,
  install,
  ls,
  mcp,
  plugins,
  read,
  refresh,
  scrub,
  serve,
  sessions,
  trust,
  uninstall,
  'knowledge build': knowledgeBuild,
  ...memoryHandlers,
  ...past,
}
