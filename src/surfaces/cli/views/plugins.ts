import type { ListedPlugin, PluginsResult } from '../../../app/sources/index.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { joinLines, wrapParagraph } from './lines.ts'
import type { Paint } from './paint.ts'

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
