import { type Output, outputFields, type Zod } from '../output/index.ts'

/** Where a server listens. Its token is only in `token_file`. */
export function serveOutput(z: Zod) {
  const { text, maybe, count } = outputFields(z)
  return z.strictObject({
    url: text,
    mcp: text.describe('For clients of the Model Context Protocol'),
    host: text,
    port: count,
    names: z.array(text).describe('Host headers that are answered'),
    project: text,
    root: text,
    token_file: text.describe('Holds the token, which is told nowhere else'),
    token_needed: z.boolean().describe('Also from those who only read'),
    pid: count,
    inert: maybe.describe('Why nothing is offered yet'),
  })
}

export type ServeResult = Output<typeof serveOutput>
