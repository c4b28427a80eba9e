import { type ReachKind, reachKinds } from '../../core/manifest/index.ts'
import type { TrustRecord } from '../../ports/index.ts'
import {
  hunkField,
  type Output,
  outputFields,
  requireExactType,
  trustField,
  type Zod,
} from '../output/index.ts'

export function trustOutput(z: Zod) {
  return z.union([lookOutput(z), revokeOutput(z), projectsOutput(z)])
}

/** `trust`, and `trust --show`. */
function lookOutput(z: Zod) {
  const { text, maybe, count, digest, time } = outputFields(z)
  const hunk = hunkField(z)
  return z.strictObject({
    project: text,
    files: z.array(text).describe('Files of the manifest; preset:name for a preset'),
    state: trustField(z),
    digest,
    since: time.nullable(),
    trusted: digest.nullable().describe('Digest of the trusted content, if the manifest has changed since'),
    does: z.strictObject({
      sections: count,
      tiers: count,
      external: z.array(text).describe('Sources that may be outside the repository'),
      sensitive: z.array(text).describe('Sources that may match the deny-list'),
      plugins: z.array(text),
      generates: z.array(text).describe('Files that knowledge build writes'),
      journal: maybe.describe(
        'The file that hooks write when a session ends; null if the manifest has no journal',
      ),
      promotes: maybe.describe('The file that memory promote changes; null if the manifest names none'),
      extends: z.array(text).describe('Files outside the repository that the manifest extends'),
      protection: z.array(text).describe('Redaction and exclusions that the manifest leaves out or replaces'),
    }),
    widening: z
      .array(z.strictObject({ kind: requireExactType<ReachKind>()(z.enum(reachKinds)), what: text }))
      .nullable()
      .describe('The part that you have not trusted yet; null if that is the whole manifest'),
    changes: z.array(hunk).describe('From the trusted content to the present content, as canonical text'),
    problem: maybe.describe('Why trust cannot be recorded or read'),
  })
}

/** `trust --revoke`. `revoked` is false if the manifest was not trusted. */
function revokeOutput(z: Zod) {
  const { text } = outputFields(z)
  return z.strictObject({ project: text, revoked: z.boolean() })
}

/** `trust --list`. */
function projectsOutput(z: Zod) {
  const { text, digest, time } = outputFields(z)
  return z.strictObject({
    directory: text,
    projects: z.array(
      requireExactType<Pick<TrustRecord, 'root' | 'digest' | 'since'>>()(
        z.strictObject({ root: text, digest, since: time }),
      ),
    ),
  })
}

export type TrustResult = Output<typeof lookOutput>
export type ManifestEffects = TrustResult['does']
export type TrustRevoked = Output<typeof revokeOutput>
export type TrustedProjects = Output<typeof projectsOutput>
