export interface PatchSize {
  readonly files: number
  readonly added: number
  readonly removed: number
}

/** Counts the changes of a git patch. A line inside a hunk that looks like a header counts as a line. */
export function measurePatch(patch: string): PatchSize {
  const size = { files: 0, added: 0, removed: 0 }
  let old = 0
  let now = 0
  for (const line of patch.split('\n')) {
    if (old > 0 || now > 0) {
      if (line.startsWith('\\')) continue
      if (!line.startsWith('+')) old--
      if (!line.startsWith('-')) now--
      if (line.startsWith('+')) size.added++
      else if (line.startsWith('-')) size.removed++
      continue
    }
    const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line)
    if (hunk !== null) {
      old = Number(hunk[1] ?? 1)
      now = Number(hunk[2] ?? 1)
    } else if (line.startsWith('diff --git ') || /^# .*: "/.test(line)) size.files++
  }
  return size
}
