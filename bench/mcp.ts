// Measures the Model Context Protocol: one read, many reads at once and over time, and the start. The client is a separate process.
import type { Figure } from './figures.ts'
import { firstAnswer } from './mcp/first.ts'
import { readTime } from './mcp/inside.ts'
import { pulledProject } from './mcp/project.ts'
import { readRate } from './mcp/rate.ts'
import { steadyMemory } from './mcp/steady.ts'
import type { Settings } from './settings.ts'

export async function pulling(settings: Settings): Promise<Figure[]> {
  const { quick } = settings
  const project = await pulledProject(settings)
  return [
    ...(await readTime(project, quick ? 500 : 3_000)),
    ...(await readRate(project, quick ? 5 : 15)),
    // The name of the group has the number of reads.
    ...(await steadyMemory(project, quick ? 10_000 : 100_000)),
    ...(await firstAnswer(project, quick ? 9 : 25)),
  ]
}
