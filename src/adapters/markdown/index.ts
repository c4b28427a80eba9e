// Reads the outline of a Markdown document.

export { outlineMarkdown } from './outline.ts'
