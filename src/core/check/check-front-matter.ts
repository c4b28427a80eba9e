import type { CheckFault } from './check-fault.ts'
import { makeFault } from './check-rules.ts'
import type { CheckedText } from './checked-project.ts'

/** Files whose front matter decides whether an agent uses them. */
const frontMatterRules: readonly {
  readonly files: RegExp
  readonly what: string
  readonly required: readonly string[]
}[] = [
  {
    files: /(?:^|\/)\.(?:claude|agents|codex|gemini|opencode)\/skills\/[^/]+\/SKILL\.md$/,
    what: 'A skill',
    required: ['name', 'description'],
  },
  { files: /(?:^|\/)\.claude\/agents\/.+\.md$/, what: 'A subagent', required: ['name', 'description'] },
  {
    files: /^\.github\/instructions\/.+\.instructions\.md$/,
    what: 'A file of instructions',
    required: ['applyTo'],
  },
]

export function checkFrontMatter({ path: file, text }: CheckedText): CheckFault[] {
  const rule = frontMatterRules.find(({ files }) => files.test(file))
  if (rule === undefined || (/\.claude\/agents\//.test(file) && /(?:^|\/)README\.md$/i.test(file))) return []
  const keys = readFrontMatterKeys(text)
  const missing = rule.required.filter((key) => !keys.has(key))
  return missing.map((key) =>
    makeFault('front-matter-missing', {
      ...{ file, line: 1 },
      message: `${rule.what} needs \`${key}\` in its front matter.`,
      expected: `front matter with ${rule.required.join(' and ')}`,
      advice: `Add a line "${key}: …" between two lines of --- at the beginning.`,
    }),
  )
}

/** The keys at the left edge that have a value. */
function readFrontMatterKeys(text: string): Set<string> {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  const end = lines.findIndex((line, i) => i > 0 && /^---\s*$/.test(line))
  if (!/^---\s*$/.test(lines[0] ?? '') || end === -1) return new Set()
  const body = lines.slice(1, end)
  const hasValue = (rest: string, i: number) => rest.trim() !== '' || /^\s+\S/.test(body[i + 1] ?? '')
  return new Set(
    body.flatMap((line, i) => {
      const [, key, rest] = /^([\w-]+)\s*:(.*)$/.exec(line) ?? []
      return key !== undefined && hasValue(rest!, i) ? [key] : []
    }),
  )
}
