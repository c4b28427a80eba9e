import { z } from 'zod'
import { idSchema } from './id-schema.ts'

// Packets of whole documents: the number of documents, the share of each tier, the fallback if a tier gets too few, and the JSON
// document that contains them.

const documents = z.int().min(1)
const excerpt = z.int().min(1)

export const levelDocumentKeys = {
  documents: documents.optional().describe('The most documents of a packet, divided among the tiers'),
  excerpt: excerpt.optional().describe('The most that one document may take'),
}

const part = z
  .union([
    documents,
    z.literal('rest'),
    z.strictObject({
      share: z.number().min(0.01).max(0.99).describe('Share of the documents that are not reserved'),
      most: documents.describe('The most documents'),
    }),
  ])
  .describe('The part of the documents of a level: a reserved number, a share of the others, or the rest')

export const tierDocumentKeys = {
  documents: part.optional(),
  required: z
    .boolean()
    .default(false)
    .describe('With --strict, load fails unless every document of the tier exists and is readable'),
}

export const fallbackSchema = z
  .strictObject({
    needs: z.array(idSchema).min(1).describe('Tiers that must have a document'),
    steps: z
      .record(
        idSchema,
        z.union([
          z.strictObject({
            times: z.number().min(1).max(100).describe('Factor for the numbers of the level'),
            documents: documents.default(1).describe('The fewest documents'),
            excerpt: excerpt.default(1).describe('The smallest excerpt of each'),
          }),
          z.strictObject({ unlimited: z.literal(true).describe('Ignore the numbers of the level') }),
        ]),
      )
      .describe(
        'Steps to try in order while a needed tier has no document because the numbers are too small',
      ),
    default: idSchema
      .optional()
      .describe('The last step to try if the request names none; without it, no step is tried'),
  })
  .describe('Fallback if the number of documents of a level is too small for a needed tier')

export const bundleSchema = z
  .strictObject({
    warnings: z
      .record(z.string(), z.string())
      .default({})
      .describe('Code of a diagnostic → its text; {section}, {path}, {subject} and {detail} are filled in'),
    floor: z
      .strictObject({
        documents: documents.default(1).describe('The fewest documents'),
        excerpt: excerpt.default(1).describe('The smallest excerpt of each'),
      })
      .prefault({})
      .describe('Smaller numbers in a request are raised to these'),
    template: z
      .record(z.string(), z.unknown())
      .describe(
        'A JSON template whose "$name" strings are filled in; {$each: $list, $as: …} repeats for each entry of a list',
      ),
  })
  .describe('The JSON document that foreword load prints')

export type PartRule = z.output<typeof part>
export type FallbackRule = z.output<typeof fallbackSchema>
export type BundleRule = z.output<typeof bundleSchema>
