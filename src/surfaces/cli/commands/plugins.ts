import {
  type ListedPlugin,
  type PluginsResult,
  pluginsOutput,
  showPlugins,
} from '../../../app/sources/index.ts'
import { jsonOption, manifestChoiceOptions, refusalExits, repoArgument, repoOption } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { chooseProject, readOption } from '../read-options.ts'
import { readRepository } from '../repository.ts'
import { joinLines, wrapParagraph } from '../views/lines.ts'
import type { Paint } from '../views/paint.ts'

export const plugins = defineCommand({
  name: 'plugins',
  summary: 'List the plugins of the manifest and whether they would run',
  about: [
    'A manifest only names plugins. You enable each plugin, with its command, in your own ~/.config/foreword/plugins.yaml; the output shows what to write there. Starts no plugin.',
    'Shows for each trigger whether it fires now, and why. foreword asks a plugin for context when one of its triggers fires and the manifest is trusted.',
  ],
  args: [repoArgument],
  options: [
    { name: 'task', value: 'TEXT', about: 'The task that the trigger keyword_match reads' },
    ...manifestChoiceOptions,
    jsonOption,
    repoOption,
  ],
  examples: ['foreword plugins', 'foreword plugins ../shop --task "Close the ticket" --json'],
  exits: [[0, 'listed'], ...refusalExits],
  outputSchema: pluginsOutput,
  run(call) {
    const { services, parsed } = call
    const task = readOption(parsed, 'task') ?? null
    return showPlugins(services.engine, { project: chooseProject(call, readRepository(call)), task })
  },
  view: pluginsView,
})

export function pluginsView(result: PluginsResult, paint: Paint): string {
  const { project, configuration, fault, trusted, plugins } = result
  if (plugins.length === 0) return joinLines(wrapParagraph(`The manifest of ${project} names no plugins.`))
  const faults = fault === null ? [] : ['', ...wrapParagraph(`No plugin is enabled: ${fault}`)]
  return joinLines([
    ...wrapParagraph(`Plugins of the manifest of ${project}. Enable them in ${configuration}.`),
    ...faults,
    ...plugins.flatMap((plugin) => ['', ...pluginLines(plugin, trusted, paint)]),
  ])
}

const ways = { command: 'command', 'mcp-stdio': 'MCP server, started', 'mcp-http': 'MCP server, over HTTP' }

const waits = ', but the manifest is not trusted; run "foreword trust" to review it'

function pluginLines(plugin: ListedPlugin, trusted: boolean, paint: Paint): string[] {
  const { address, about, provides, tier, max_tokens, enabled, how, why, fix, triggers } = plugin
  const limits = [
    ...(provides.length === 0 ? [] : [`provides ${provides.join(', ')}`]),
    ...(tier === null ? [] : [`tier ${tier}`]),
    ...(max_tokens === null ? [] : [`at most ${max_tokens} tokens`]),
  ]
  return [
    paint.strong(makeVisibleLine(address)),
    ...(about === null ? [] : wrapParagraph(about, '  ')),
    ...(limits.length === 0 ? [] : wrapParagraph(limits.join('; '), '  ')),
    ...wrapParagraph(
      enabled ? `enabled (${ways[how ?? 'command']})${trusted ? '' : waits}` : `not enabled: ${why}`,
      '  ',
    ),
    // Printed line by line, because the user copies it into a file.
    ...(fix ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => `    ${makeVisibleLine(line)}`),
    ...(triggers.length === 0 ? ['  no triggers: it runs only when its address is read'] : []),
    ...triggers.flatMap(triggerLines),
  ]
}

function triggerLines({ kind, wanted, fires, why }: ListedPlugin['triggers'][number]): string[] {
  const [first = '', ...more] = wrapParagraph(`${kind} ${wanted}: ${why}`, ' '.repeat(9))
  return [`  ${fires ? 'fires' : 'quiet'}  ${first.trimStart()}`, ...more]
}
