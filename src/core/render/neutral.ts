/**
 * Look-alikes of the packet's own tags inside foreign text, made harmless. A section that could write
 * `</context><task>` would decide what the agent is asked to do.
 */
export function neutralise(text: string, tags: readonly string[]): string {
  if (!/[<＜﹤]/.test(text)) return text
  const pattern = new RegExp(
    `[<＜﹤](?=[\\s/\\p{Cf}]{0,8}(?:${tags.map(spread).join('|')})(?![A-Za-z0-9_.-]))`,
    'giu',
  )
  return text.replace(pattern, '&lt;')
}

/** Hidden characters between the letters do not make it another tag, nor do spaces behind the slash. */
function spread(tag: string): string {
  return [...tag]
    .map((letter) => (letter === '/' ? '/\\s{0,8}' : letter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('\\p{Cf}{0,4}')
}
