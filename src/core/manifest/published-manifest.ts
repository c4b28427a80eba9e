import { z } from 'zod'
import { explainIssue } from './explain-issue.ts'
import { amountSchema, idSchema, stringOrListSchema } from './id-schema.ts'
import type { ManifestProblem } from './problem.ts'

// The published form of a manifest: tiers by name, each a list of addresses with a budget.

const source = z.strictObject({
  uri: z.string().describe('An address, or file: and a path'),
  label: z.string().optional().describe('Its name in the packet'),
  allow_external: z.boolean().optional(),
  allow_sensitive: z.boolean().optional(),
})

const trigger = z.union([
  z.string(),
  z.strictObject({ every_n_turns: z.int().min(1) }),
  z.strictObject({ on_tool_call: z.string().min(1) }),
])

const tier = z.union([
  z.array(source),
  z.strictObject({
    sources: z.array(source).optional(),
    refresh_triggers: z.array(trigger).optional().describe('When the tier is sent again'),
    graph: z.string().optional().describe('The address of the relevant documents'),
    max_tokens: amountSchema.optional().describe('The budget of the tier'),
    staleness_days: z.int().min(1).optional(),
  }),
])

const plugin = z.strictObject({
  uri: z.string().describe('The address of the plugin, such as scheme://name/'),
  provides: z.array(idSchema).optional(),
  salience_triggers: z
    .array(
      z.union([
        z.strictObject({ commit_msg_pattern: z.string().min(1).max(256) }),
        z.strictObject({ file_annotation: z.string().min(1).max(100) }),
        z.strictObject({ keyword_match: stringOrListSchema }),
      ]),
    )
    .optional(),
  max_tokens: amountSchema.optional(),
})

const head = {
  version: z.literal(1).describe('Version of the published form'),
  generated_at: z.string().optional(),
  // YAML reads a commit of digits only as a number.
  source_commit: z.union([z.string(), z.number()]).optional(),
  plugins: z.array(plugin).optional(),
}

export type PublishedTier = z.output<typeof tier>
export type PublishedTrigger = z.output<typeof trigger>

export interface PublishedManifest extends z.output<z.ZodObject<typeof head>> {
  readonly tiers: Readonly<Record<string, PublishedTier>>
}

/** Builds the schema for editors, with the tiers of a preset. */
export function buildPublishedJsonSchema(tiers: readonly string[]): Record<string, unknown> {
  return z.toJSONSchema(buildSchema(tiers), { io: 'input', target: 'draft-2020-12' })
}

function buildSchema(tiers: readonly string[]) {
  return z.strictObject({ ...head, ...Object.fromEntries(tiers.map((name) => [name, tier.optional()])) })
}

/** Whether a manifest is in the published form: it has the key `version` and not our key `foreword`. */
export function isPublishedManifest(data: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(data, 'version') && !Object.hasOwn(data, 'foreword')
}

export function checkPublishedManifest(
  data: unknown,
  tiers: readonly string[],
): { readonly published: PublishedManifest } | { readonly problems: readonly ManifestProblem[] } {
  const parsed = buildSchema(tiers).safeParse(convertTimes(data), { reportInput: true })
  if (!parsed.success) {
    const schema = buildPublishedJsonSchema(tiers)
    return { problems: parsed.error.issues.flatMap((issue) => explainIssue(issue, [], schema)) }
  }
  const { version, generated_at, source_commit, plugins, ...rest } = parsed.data as PublishedManifest &
    Record<string, unknown>
  const own = Object.fromEntries(
    tiers.flatMap((name) => (rest[name] === undefined ? [] : [[name, rest[name] as PublishedTier]])),
  )
  const times = {
    ...(generated_at !== undefined && { generated_at }),
    ...(source_commit !== undefined && { source_commit }),
  }
  return { published: { version, ...times, ...(plugins !== undefined && { plugins }), tiers: own } }
}

/** Converts dates and numbers to texts, because YAML reads times as dates and a commit of digits only as a number. */
function convertTimes(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data
  const text = (value: unknown) =>
    value instanceof Date ? value.toISOString() : typeof value === 'number' ? String(value) : value
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) =>
      key === 'generated_at' || key === 'source_commit' ? [key, text(value)] : [key, value],
    ),
  )
}
