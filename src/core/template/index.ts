// JSON templates: published shapes as data. A template holds names, never logic.
export { fillTemplate, fillText } from './fill.ts'
export { hasAll, valueAt } from './look.ts'
