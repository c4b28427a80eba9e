import type { Manifest } from '../../core/manifest/index.ts'

/** Whether a manifest has regular expressions, which must be checked before it is used. */
export function usesPatterns({ redact, plugins, prohibited }: Manifest): boolean {
  const ruleSets = [redact, ...Object.values(prohibited)]
  const triggers = Object.values(plugins).flatMap(({ salience_triggers }) => salience_triggers)
  return (
    ruleSets.some(({ patterns }) => Object.keys(patterns).length > 0) ||
    triggers.some((trigger) => 'commit_msg_pattern' in trigger)
  )
}
