import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { measure, type Run } from '../cold.ts'
import { median } from '../figures.ts'
import type { Settings } from '../settings.ts'
import { mixedText } from '../texts.ts'
import type { Score } from './scores.ts'

/** Two bundles, built as the program is: one reads 4 KB, the other also loads the room and redacts them. */
export async function coldSpeed({ home, away, quick }: Settings): Promise<Score[]> {
  const input = join(away, 'four-kilobytes.txt')
  writeFileSync(input, mixedText(4096))
  const read = `import { readFileSync } from 'node:fs'\nconst text = readFileSync(${JSON.stringify(input)}, 'utf8')`
  const door = JSON.stringify(join(home, 'src/core/redact/index.ts'))
  const without = await bundle(away, 'without', `${read}\nprocess.exitCode = text.length === 0 ? 1 : 0`)
  const withIt = await bundle(
    away,
    'with',
    `import { redactorOf, rulesFor } from ${door}
${read}
const rules = rulesFor({ sets: ['default'], add: [] })
process.exitCode = redactorOf({ rules, marker: '[REDACTED]' }).redact(text).text.length === 0 ? 1 : 0`,
  )
  const turns = [without, withIt].map((file) => ({ words: [process.execPath, file], env: {} }))
  const [bare, full] = measure(turns, quick ? 9 : 25)
  return (['cpu', 'wall'] as const).flatMap((clock) => rows(clock, bare!, full!))
}

function rows(clock: 'cpu' | 'wall', bare: readonly Run[], full: readonly Run[]): Score[] {
  const group = `cold: a fresh process that redacts 4 KB, ${clock === 'cpu' ? 'processor time' : 'wall time'}`
  const [without, withIt] = [bare, full].map((runs) => 1000 * median(runs.map((run) => run[clock])))
  return [
    { group, name: 'without redaction', value: without!, unit: 'ms' },
    {
      group,
      name: 'with it',
      value: withIt!,
      unit: 'ms',
      beside: `${(withIt! / without!).toFixed(2)}×`,
    },
    { group, name: 'the room and its work', value: withIt! - without!, unit: 'ms', target: { atMost: 10 } },
  ]
}

async function bundle(away: string, name: string, source: string): Promise<string> {
  const input = join(away, `${name}.ts`)
  const file = join(away, `${name}.cjs`)
  writeFileSync(input, source)
  const built = await rolldown({ input, platform: 'node', treeshake: { moduleSideEffects: false } })
  await built.write({ file, format: 'cjs', minify: { compress: true, mangle: true } })
  await built.close()
  return file
}
