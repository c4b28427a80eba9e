import type { TaskChanges } from './session-facts.ts'

const box = /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX])\]\s+(.*\S)/
const fence = /^\s*(```|~~~)/

/** Returns the tasks that were ticked between two versions of a plan, and the open ones. Both are empty for a text without check boxes. */
export function compareTasks(before: string | null, after: string): TaskChanges {
  const ticked = new Set(
    before === null ? [] : findCheckBoxes(before).flatMap((task) => (task.done ? [task.text] : [])),
  )
  const now = findCheckBoxes(after)
  return {
    done: now.filter((task) => task.done && !ticked.has(task.text)).map((task) => task.text),
    open: now.filter((task) => !task.done).map((task) => task.text),
  }
}

function findCheckBoxes(text: string): { readonly done: boolean; readonly text: string }[] {
  const boxes = []
  let fenced = false
  for (const line of text.split('\n')) {
    if (fence.test(line)) fenced = !fenced
    const [, mark, task] = fenced ? [] : (box.exec(line) ?? [])
    if (mark !== undefined && task !== undefined) boxes.push({ done: mark !== ' ', text: task })
  }
  return boxes
}
