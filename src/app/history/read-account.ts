import { z } from 'zod'
import type { Account } from '../../core/receipt/index.ts'
import { describeIssue, parseJson, Refusal } from '../../core/values/index.ts'

const sources = z.array(z.object({ path: z.string(), digest: z.string() }))

/** The fields that this folder reads. Other fields are shown unchecked. */
const accountSchema = z.object({
  sections: z.array(
    z.object({
      id: z.string(),
      size: z.number(),
      sent_digest: z.string(),
      sources,
      reductions: z.array(
        z.object({ by: z.string(), why: z.string(), before: z.number(), after: z.number() }),
      ),
      redactions: z.object({}),
    }),
  ),
  left_out: z.array(
    z.object({
      id: z.string(),
      reason: z.string(),
      why: z.string(),
      source: z.string().nullish(),
      sources,
      looked: z.array(z.string()),
    }),
  ),
  redaction: z.object({ by_rule: z.object({}) }),
  diagnostics: z.array(z.object({ code: z.string(), detail: z.string() })),
  map: z.array(
    z.object({
      start: z.number(),
      end: z.number(),
      section: z.string(),
      source: z.string(),
      lines: z.tuple([z.number(), z.number()]),
    }),
  ),
})

/** Parses an account from a store. Its digest was checked, but its author may have written anything. */
export function parseAccount(content: string, injectionId: string): Account {
  const value = parseJson(content)
  const { error } = accountSchema.safeParse(value)
  if (error === undefined) return value as Account
  throw new Refusal(
    'not-verified',
    `The account of ${injectionId} lacks a field that every account has: ${describeIssue(error)}.`,
  )
}
