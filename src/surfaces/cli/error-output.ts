import { outputFields, type Zod } from '../../app/output/index.ts'
import { type Refusal, type RefusalCode, refusalCodes } from '../../core/values/index.ts'
import { formatVisibleJson } from './make-visible.ts'

/** The document that a command prints instead of its result if it has `--json` and fails. */
export function errorOutput(z: Zod) {
  const { text, maybe, count } = outputFields(z)
  const codes = [...(Object.keys(refusalCodes) as RefusalCode[]), 'bug'] as const
  return z.strictObject({
    error: z.strictObject({
      code: z.enum(codes).describe('The code of the refusal; "bug" if foreword itself failed'),
      message: text,
      fix: maybe.describe('The next step for the user'),
      exit_code: count,
    }),
  })
}

export function formatRefusalDocument({ code, message, fix }: Refusal): string {
  return formatError({ code, message, fix: fix ?? null, exit_code: refusalCodes[code].exit })
}

export function formatBugDocument(message: string, exitCode: number): string {
  return formatError({ code: 'bug', message, fix: null, exit_code: exitCode })
}

function formatError(error: object): string {
  return `${formatVisibleJson({ error })}\n`
}
