import { z } from 'zod'

// Schemas that several parts of the manifest language share.

export const idSchema = z
  .string()
  .regex(/^[a-z][a-z0-9_-]*$/, 'must be lower-case letters, digits, "-" or "_", starting with a letter')
/** Sets of redaction rules. */
export const ruleSetSchema = z.enum(['default', 'published', 'personal'])
export const amountSchema = z.int().nonnegative()
export const stringOrListSchema = z.union([z.string(), z.array(z.string())])
