import type { TaskChanges } from './session-facts.ts'

const box = /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX])\]\s+(.*\S)/
const fence = /^\s*(```|~~~)/

/** What was ticked between two versions of a plan, and what is still open; nothing for a text without check boxes. */
export function compareTasks(before: string | null, after: string): TaskChanges {
  const ticked = new Set(
    before === null ? [] : boxesOf(before).flatMap((one) => (one.done ? [one.text] : [])),
  )
  const now = boxesOf(after)
  return {
    done: now.filter((one) => one.done && !ticked.has(one.text)).map((one) => one.text),
    open: now.filter((one) => !one.done).map((one) => one.text),
  }
}

function boxesOf(text: string): { readonly done: boolean; readonly text: string }[] {
  const boxes = []
  let fenced = false
  for (const line of text.split('\n')) {
    if (fence.test(line)) fenced = !fenced
    const [, mark, task] = fenced ? [] : (box.exec(line) ?? [])
    if (mark !== undefined && task !== undefined) boxes.push({ done: mark !== ' ', text: task })
  }
  return boxes
}
