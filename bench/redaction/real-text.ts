import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A larger file is a bundle, and a few of them would be most of the text. */
const maxBytes = 256 * 1024

/** Real files that every checkout has. The same package-lock.json gives the same files in the same order. */
export function realText(home: string, size: number): { text: string; files: number } {
  const root = join(home, 'node_modules')
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(md|[cm]?js)$/.test(name),
  )
  const texts: string[] = []
  let length = 0
  for (const name of names.sort()) {
    const path = join(root, name)
    const stats = statSync(path)
    if (!stats.isFile() || stats.size > maxBytes) continue
    const text = readFileSync(path, 'utf8')
    texts.push(text)
    length += text.length
    if (length >= size) break
  }
  return { text: texts.join('\n').slice(0, size), files: texts.length }
}
