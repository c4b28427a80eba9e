// Parses Markdown into an outline.

export { outlineMarkdown } from './outline.ts'
