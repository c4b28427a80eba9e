// Reads what the user has configured for themselves. What lies in a project is refused, whatever path leads there.
export { readPlugins } from './plugins.ts'
