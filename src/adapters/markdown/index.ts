// Markdown → outline.

export { outlineMarkdown } from './outline.ts'
