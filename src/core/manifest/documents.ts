import { z } from 'zod'
import { id } from './basics.ts'

// Packets that are made of whole documents: how many there may be, who gets which part of them, what is tried when that is
// too few, and the JSON document that they are handed out as.

const documents = z.int().min(1)
const excerpt = z.int().min(1)

export const levelDocuments = {
  documents: documents.optional().describe('Most documents of a packet, shared out to tiers'),
  excerpt: excerpt.optional().describe('Most that one document may take'),
}

const part = z
  .union([
    documents,
    z.literal('rest'),
    z.strictObject({
      share: z.number().min(0.01).max(0.99).describe('Of what the reserved numbers leave'),
      most: documents.describe('Never more than this'),
    }),
  ])
  .describe('Of the documents of a level: a number that is reserved, a share of what is left, or the rest')

export const tierDocuments = {
  documents: part.optional(),
  required: z
    .boolean()
    .default(false)
    .describe('With --strict, load fails unless every document of it is there and readable'),
}

export const fallback = z
  .strictObject({
    needs: z.array(id).min(1).describe('Tiers that must have a document'),
    steps: z
      .record(
        id,
        z.union([
          z.strictObject({
            times: z.number().min(1).max(100).describe('By how much the numbers of the level grow'),
            documents: documents.default(1).describe('At least so many documents'),
            excerpt: excerpt.default(1).describe('At least so much of each'),
          }),
          z.strictObject({ unlimited: z.literal(true).describe('No number of the level counts') }),
        ]),
      )
      .describe('What is tried, in order, while a needed tier is empty for want of room'),
    default: id.optional().describe('The last step that is taken when nobody names one; none without it'),
  })
  .describe('What happens when the documents of a level are too few for a tier that is needed')

export const bundle = z
  .strictObject({
    warnings: z
      .record(z.string(), z.string())
      .default({})
      .describe(
        'Code of a diagnostic → how it is said; {section}, {path}, {subject} and {detail} are filled in',
      ),
    floor: z
      .strictObject({
        documents: documents.default(1).describe('Documents'),
        excerpt: excerpt.default(1).describe('Of each'),
      })
      .prefault({})
      .describe('What somebody asks for is at least this'),
    template: z
      .record(z.string(), z.unknown())
      .describe(
        'A JSON template whose "$name" strings are filled; {$each: $list, $as: …} for each of a list',
      ),
  })
  .describe('The JSON document that foreword load prints')

export type PartRule = z.output<typeof part>
export type FallbackRule = z.output<typeof fallback>
export type BundleRule = z.output<typeof bundle>
