/** `*` matches any text, `?` one character. Backtracks only to the last `*`, so it takes at most pattern × name steps. */
export function matchesName(pattern: string, name: string): boolean {
  let at = 0
  let star = -1
  let mark = 0
  for (let i = 0; i < name.length; ) {
    if (pattern[at] === '*') {
      star = at++
      mark = i
    } else if (pattern[at] === '?' || pattern[at] === name[i]) {
      at++
      i++
    } else if (star >= 0) {
      at = star + 1
      i = ++mark
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
