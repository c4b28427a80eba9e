// The Markdown parser, behind one function: text in, outline out. No other room knows which library it is.
export { outlineMarkdown } from './outline.ts'
