import { hunkField, type Output, outputFields, type Zod } from '../../output/index.ts'

/** The output of `install` and `uninstall`. */
export function installOutput(z: Zod) {
  const { text, maybe } = outputFields(z)
  const hunk = hunkField(z)
  const scope = scopeField(z)
  const trials = trialsField(z)
  return z.strictObject({
    action: z.enum(['install', 'uninstall']),
    scope,
    dry_run: z.boolean(),
    program: z.array(text).describe('Program that the entries start'),
    agents: z.array(
      z.strictObject({
        agent: text,
        title: text,
        state: z.enum([
          'installed',
          'updated',
          'unchanged',
          'removed',
          'absent',
          'no-hooks',
          'not-found',
          'refused',
        ]),
        file: maybe,
        backup: maybe.describe('Copy of the previous file'),
        changes: z.array(hunk),
        mcp: z
          .strictObject({
            state: z.enum(['installed', 'updated', 'unchanged', 'removed', 'absent', 'refused']),
            file: text,
            backup: maybe.describe('Null also if the file is that of the hooks'),
            changes: z.array(hunk).describe('Empty if the file is that of the hooks'),
          })
          .nullable()
          .describe('The MCP server in the settings; null if the agent has none'),
        notes: z.array(text),
        trials: trials.describe('The installed commands, run as the agent would run them'),
      }),
    ),
  })
}

export function scopeField(z: Zod) {
  return z.enum(['user', 'project'])
}

/** Our commands, run as the agent runs them. The size is in the unit of the output limit, or in bytes without a limit. */
export function trialsField(z: Zod) {
  const { text, maybe, count, maybeAmount } = outputFields(z)
  return z.array(
    z.strictObject({
      event: text,
      command: text,
      outcome: z.enum(['sent', 'nothing', 'failed']),
      exit_code: maybeAmount,
      milliseconds: count,
      size: count,
      unit: z.enum(['utf-16', 'bytes']),
      cap: count.nullable(),
      fits: z.boolean(),
      detail: maybe,
      beginning: beginningField(z),
    }),
  )
}

/** The first lines of a packet on its way to a model. */
export function beginningField(z: Zod) {
  const { text } = outputFields(z)
  return z.array(text).describe('The first lines; empty if nothing was sent')
}

export type InstallResult = Output<typeof installOutput>
export type InstalledAgent = InstallResult['agents'][number]
export type Scope = InstallResult['scope']
export type DoctorTrial = InstalledAgent['trials'][number]
