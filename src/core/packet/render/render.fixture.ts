import { manifestOf } from '../../manifest/manifest.fixture.ts'
import type { SourceLine } from '../../values/index.ts'
import type { RenderInput } from './render.ts'

export function ruleOf(over: object = {}): RenderInput['rule'] {
  return manifestOf({ render: over }).render
}

/** Lines numbered from 1, as of a whole document. */
export function linesOf(...texts: string[]): SourceLine[] {
  return texts.map((text, i) => ({ text, at: i + 1 }))
}

export function sectionOf(id: string, lines: readonly SourceLine[]): RenderInput['sections'][number] {
  return { id, heading: id.toUpperCase(), lines, source: `docs/${id}.md` }
}

export function renderingOf(over: Partial<RenderInput> = {}): RenderInput {
  return { rule: ruleOf(), sections: [], omissions: [], note: 'full', values: {}, ...over }
}
