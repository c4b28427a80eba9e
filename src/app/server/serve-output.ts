import { type Output, outputFields, type Zod } from '../output/index.ts'

/** The address of a running server. Its token is only in `token_file`. */
export function serveOutput(z: Zod) {
  const { text, maybe, count } = outputFields(z)
  return z.strictObject({
    url: text,
    mcp: text.describe('For clients of the Model Context Protocol'),
    host: text,
    port: count,
    names: z.array(text).describe('Accepted Host headers'),
    project: text,
    root: text,
    token_file: text.describe('The only file that holds the token'),
    token_needed: z.boolean().describe('Whether reading needs the token too'),
    pid: count,
    inert: maybe.describe('Why nothing is served yet; null if the project is served'),
  })
}

export type ServeResult = Output<typeof serveOutput>
