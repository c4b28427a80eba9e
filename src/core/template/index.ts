// JSON templates: published shapes as data. A template holds names, never logic.
export { fillTemplate, fillTextTemplate } from './fill.ts'
export { getValueAt, matchesAll } from './look.ts'
