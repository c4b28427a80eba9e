import type { Expansion } from '../../plan/index.ts'

/** Characters in the name of a skill. */
const nameCharacter = '[A-Za-z0-9_:-]'

/** Patterns for the text in front of the backslashes. They never match inside a run of backslashes, so each run is found once. */
const leads = {
  anywhere: '(?<!\\\\)()',
  word: '(?<![A-Za-z0-9_\\\\])()',
  text: '^(\\s*)',
} as const

/**
 * Neutralises the forms in a text that an agent would act on, with a visible backslash: `\@path`, `\/command`, `$\skill`. A form that
 * has backslashes gets one more, so that `restoreExpansions` can take exactly one away.
 */
export function neutraliseExpansions(
  text: string,
  expansions: readonly Expansion[],
): { readonly text: string; readonly count: number } {
  let count = 0
  let result = text
  for (const expansion of expansions) {
    if (!result.includes(expansion.mark)) continue
    result = result.replace(makePattern(expansion, '*'), (_, lead: string, slashes: string) => {
      count += 1
      return `${lead}\\${slashes}`
    })
  }
  return { text: result, count }
}

/** Undoes `neutraliseExpansions`. */
export function restoreExpansions(text: string, expansions: readonly Expansion[]): string {
  return expansions
    .toReversed()
    .reduce(
      (left, expansion) =>
        left.replace(
          makePattern(expansion, '+'),
          (_, lead: string, slashes: string) => lead + slashes.slice(1),
        ),
      text,
    )
}

/** Groups: the lead, then the backslashes. */
function makePattern({ mark, at }: Expansion, repeat: '*' | '+'): RegExp {
  const literal = mark.replace(/\W/g, '\\$&')
  const slashes = `(\\\\${repeat})`
  if (at === 'name') return new RegExp(`(${literal})${slashes}(?=${nameCharacter})`, 'g')
  return new RegExp(`${leads[at]}${slashes}(?=${literal})`, 'g')
}
