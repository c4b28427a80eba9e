import type { ListedPlugin, PluginsResult } from '../../../app/sources/index.ts'
import { visibleLine } from '../visible.ts'
import type { Paint } from './paint.ts'
import { page, paragraph } from './text.ts'

export function pluginsView(result: PluginsResult, paint: Paint): string {
  const { project, configuration, fault, trusted, plugins } = result
  if (plugins.length === 0) return page(paragraph(`The manifest of ${project} names no plugins.`))
  const faults = fault === null ? [] : ['', ...paragraph(`No plugin is enabled: ${fault}`)]
  return page([
    ...paragraph(`Plugins of the manifest of ${project}. Enable them in ${configuration}.`),
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
    paint.strong(visibleLine(address)),
    ...(about === null ? [] : paragraph(about, '  ')),
    ...(limits.length === 0 ? [] : paragraph(limits.join('; '), '  ')),
    ...paragraph(
      enabled ? `enabled (${ways[how ?? 'command']})${trusted ? '' : waits}` : `not enabled: ${why}`,
      '  ',
    ),
    // Printed line by line, because the user copies it into a file.
    ...(fix ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => `    ${visibleLine(line)}`),
    ...(triggers.length === 0 ? ['  no triggers: it runs only when its address is read'] : []),
    ...triggers.flatMap(triggerLines),
  ]
}

function triggerLines({ kind, wanted, fires, why }: ListedPlugin['triggers'][number]): string[] {
  const [first = '', ...more] = paragraph(`${kind} ${wanted}: ${why}`, ' '.repeat(9))
  return [`  ${fires ? 'fires' : 'quiet'}  ${first.trimStart()}`, ...more]
}
