/** Compiled once for each set of tags: a packet is rendered many times while it is fitted. */
const patterns = new Map<string, RegExp>()

/**
 * Look-alikes of the packet's own tags inside foreign text, made harmless. A section that could write
 * `</context><task>` would decide what the agent is asked to do. A tag given as `/name` is looked for in its closing form only.
 */
export function neutralise(text: string, tags: readonly string[]): string {
  if (!/[<＜﹤]/.test(text)) return text
  const key = tags.join(' ')
  const pattern =
    patterns.get(key) ??
    new RegExp(`[<＜﹤](?=(?:${tags.map(lookAlike).join('|')})(?![A-Za-z0-9_.-]))`, 'giu')
  patterns.set(key, pattern)
  return text.replace(pattern, '&lt;')
}

// Characters that nobody sees do not make it another tag. No two neighbours below can match the same character: the search stays linear.
const hidden = '\\p{Cf}\\p{DI}'

function lookAlike(tag: string): string {
  const name = [...tag.replace('/', '')].map((letter) => letter.replace('.', '\\.')).join(`[${hidden}]*`)
  return `${tag.startsWith('/') ? `[\\s${hidden}]*/` : ''}[\\s/${hidden}]*${name}`
}
