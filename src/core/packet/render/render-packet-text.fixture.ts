import { makeManifest } from '../../manifest/manifest.fixture.ts'
import type { SourceLine } from '../../values/index.ts'
import type { RenderInput } from './render-packet-text.ts'

export function makeRule(over: object = {}): RenderInput['rule'] {
  return makeManifest({ render: over }).render
}

/** Lines numbered from 1, as of a whole document. */
export function makeLines(...texts: string[]): SourceLine[] {
  return texts.map((text, i) => ({ text, at: i + 1 }))
}

export function makeSection(id: string, lines: readonly SourceLine[]): RenderInput['sections'][number] {
  return { id, heading: id.toUpperCase(), lines, source: `docs/${id}.md` }
}

export function makeRenderInput(over: Partial<RenderInput> = {}): RenderInput {
  return { rule: makeRule(), expansions: [], sections: [], omissions: [], note: 'full', values: {}, ...over }
}
