import type { SalienceTriggerResult } from '../../../core/relevance/index.ts'
import { type Output, outputFields, requireExactType, type Zod } from '../../output/index.ts'

export function pluginsOutput(z: Zod) {
  const { text, maybe, maybeAmount } = outputFields(z)
  return z.strictObject({
    project: text,
    configuration: text.describe('The file in which the user enables plugins'),
    fault: maybe.describe('Why that file cannot be used'),
    trusted: z.boolean().describe('Whether the manifest is trusted, so that plugins may start'),
    plugins: z.array(
      z.strictObject({
        name: text,
        address: text,
        about: maybe,
        provides: z.array(text),
        tier: maybe,
        max_tokens: maybeAmount,
        enabled: z.boolean(),
        how: z.enum(['command', 'mcp-stdio', 'mcp-http']).nullable(),
        why: maybe.describe('Why it is not enabled'),
        fix: maybe.describe('How to enable it'),
        triggers: z.array(
          requireExactType<SalienceTriggerResult>()(
            z.strictObject({
              kind: z.enum(['commit_msg_pattern', 'file_annotation', 'keyword_match']),
              wanted: text,
              fires: z.boolean(),
              why: text,
            }),
          ),
        ),
        asked: z.boolean().describe('Whether a packet would ask the plugin now, if the manifest is trusted'),
      }),
    ),
  })
}

export type PluginsResult = Output<typeof pluginsOutput>
export type ListedPlugin = PluginsResult['plugins'][number]
