import type { Agent } from '../../agents/index.ts'

/** Texts that agents load on some occasion: rules, skills, subagents, commands. */
const furtherTexts =
  /(?:^|\/)\.(?:claude|agents|codex|gemini|opencode)\/(?:rules|skills|agents?|commands?|prompts)\/.+\.md$|^\.github\/(?:instructions|agents|prompts|chatmodes)\/.+\.md$|^\.github\/copilot-instructions\.md$|^\.cursor\/rules\/.+\.mdc$/

/** The names of the instruction files of all agents. */
export function listInstructionNames(agents: readonly Agent[]): string[] {
  const names = agents.flatMap(({ memory, memoryToo = [] }) => [...memory, ...memoryToo])
  return [...new Set(names.map((name) => name.slice(name.lastIndexOf('/') + 1)))]
}

export function isInstructionFile(path: string, names: readonly string[]): boolean {
  return names.includes(path.slice(path.lastIndexOf('/') + 1))
}

export function isAgentText(path: string, names: readonly string[]): boolean {
  return isInstructionFile(path, names) || furtherTexts.test(path)
}

/** Settings of agents in a project that start programs. */
export function listSettingsFiles(agents: readonly Agent[]): string[] {
  const files = agents.flatMap(({ hooks, servers }) => [
    ...(hooks?.settings.kind === 'hooks'
      ? [
          hooks.settings.project,
          ...hooks.settings.also.flatMap(({ scope, path, holds }) =>
            scope === 'project' && holds === 'hooks' ? [path] : [],
          ),
        ]
      : []),
    ...(servers?.format === 'json' ? servers.project : []),
  ])
  return [...new Set(files)]
}
