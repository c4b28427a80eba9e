import type { TrustRecord } from '../../ports/index.ts'
import { exactly, hunkField, type Output, outputFields, trustField, type Zod } from '../output/index.ts'

export function trustOutput(z: Zod) {
  return z.union([lookOutput(z), revokeOutput(z), projectsOutput(z)])
}

/** `trust`, and `trust --show`. */
function lookOutput(z: Zod) {
  const { text, maybe, count, digest, time } = outputFields(z)
  const hunk = hunkField(z)
  return z.strictObject({
    project: text,
    files: z.array(text).describe('Of the manifest; preset:name for what ships with foreword'),
    state: trustField(z),
    digest,
    since: time.nullable(),
    trusted: digest.nullable().describe('What was trusted, where that is another content'),
    does: z.strictObject({
      sections: count,
      tiers: count,
      external: z.array(text).describe('Sources that may lie outside of the repository'),
      sensitive: z.array(text).describe('Sources that may have names which are never read otherwise'),
      plugins: z.array(text),
      generates: z.array(text).describe('Files that knowledge build writes'),
      journal: maybe.describe('The file that hooks write when a session ends; null where they write none'),
    }),
    changes: z.array(hunk).describe('From what was trusted to what is there, in the canonical text'),
    problem: maybe.describe('Why nothing can be kept, or counts that was'),
  })
}

/** `trust --revoke`. Not revoked if it was not trusted. */
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
      exactly<Omit<TrustRecord, 'canonical'>>()(z.strictObject({ root: text, digest, since: time })),
    ),
  })
}

export type TrustResult = Output<typeof lookOutput>
export type ManifestDeeds = TrustResult['does']
export type TrustRevoked = Output<typeof revokeOutput>
export type TrustedProjects = Output<typeof projectsOutput>
