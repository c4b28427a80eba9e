import type { RenderRule } from '../../manifest/index.ts'
import { neutraliseTags } from './neutralise.ts'

/** Renders the packet followed by the task. */
export function renderPrompt(rule: RenderRule, packet: string, task: string): string {
  const safe = neutraliseTags(task, [rule.tag, `/${rule.task_tag}`])
  return `${packet}\n<${rule.task_tag}>\n${safe}\n</${rule.task_tag}>\n`
}
