// Writes src/core/redact/letter-pairs.ts: how surprising each character is after another in ordinary identifiers and words.
// Learned from the names and prose of the installed packages. A run counts once, and only if two packages use it, which excludes blobs.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { characterSets } from '../src/core/redact/character-sets.ts'

const root = join(import.meta.dirname, '..')
const symbols = characterSets.base64url
const users = new Map<string, string>()
const words = new Set<string>()

for (const name of listPackages(join(root, 'node_modules'))) {
  const folder = join(root, 'node_modules', name)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (
      !entry.isFile() ||
      !/\.([cm]?[jt]s|md)$/.test(entry.name) ||
      file.slice(folder.length).includes('node_modules')
    )
      continue
    for (const [run] of readFileSync(file, 'utf8').matchAll(/[A-Za-z0-9_-]{3,64}/g)) {
      const user = users.get(run)
      if (user === undefined) users.set(run, name)
      else if (user !== name) words.add(run)
    }
  }
}

const counts = new Float64Array(symbols.length ** 2).fill(0.4)
const index = new Map([...symbols].map((symbol, i) => [symbol, i]))
// Constants and headings: any word may be in capitals.
for (const word of words) for (const form of new Set([word, word.toUpperCase()])) count(form)

function count(word: string): void {
  for (let i = 1; i < word.length; i++) {
    counts[index.get(word[i - 1]!)! * symbols.length + index.get(word[i]!)!]! += 1
  }
}

const surprise = new Uint8Array(counts.length)
for (let before = 0; before < symbols.length; before++) {
  const row = counts.subarray(before * symbols.length, (before + 1) * symbols.length)
  const total = row.reduce((sum, n) => sum + n, 0)
  for (const [after, n] of row.entries()) {
    surprise[before * symbols.length + after] = Math.min(63, Math.round(Math.log2(total / n) * 4))
  }
}
const table = [...surprise].map((quarters) => symbols[quarters]).join('')
const lines = table.match(/.{64}/g)!
console.log(words.size, 'words')
writeFileSync(
  join(root, 'src/core/redact/letter-pairs.ts'),
  `// Made by \`node scripts/train-letter-pairs.ts\`, which describes the method.
// One row for each first character, one column for each second character, both in the order of the set "base64url".
// A cell is the surprise of the pair in quarters of a bit, written as the character of the set at that place.
export const letterPairs =
${lines.map((line) => `  '${line}'`).join(' +\n')}
`,
)

function listPackages(folder: string): string[] {
  return readdirSync(folder)
    .flatMap((name) => {
      if (name.startsWith('.')) return []
      return name.startsWith('@')
        ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`)
        : [name]
    })
    .sort()
}
