import { manifestOf } from '../manifest/manifest.fixture.ts'
import type { Line } from '../values/index.ts'
import type { Rendering } from './index.ts'

export function ruleOf(over: object = {}): Rendering['rule'] {
  return manifestOf({ render: over }).render
}

/** Lines from 1 on, as a document that was taken whole. */
export function linesOf(...texts: string[]): Line[] {
  return texts.map((text, i) => ({ text, at: i + 1 }))
}

export function sectionOf(id: string, lines: readonly Line[]): Rendering['sections'][number] {
  return { id, heading: id.toUpperCase(), lines, source: `docs/${id}.md` }
}

export function renderingOf(over: Partial<Rendering> = {}): Rendering {
  return { rule: ruleOf(), sections: [], omissions: [], note: 'full', values: {}, ...over }
}
