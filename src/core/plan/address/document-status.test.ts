import { describe, expect, it } from 'vitest'
import { resolveDocumentStatus } from './document-status.ts'

const rule = {
  from: ['status'],
  values: {
    draft: ['d', 'proposed', 'recorded'],
    accepted: ['a', 'approved', 'pub'],
    'in-progress': ['wip', 'in progress'],
    implemented: ['i', 'impl', 'done'],
    superseded: ['s', 'super', 'deprecated'],
  },
}

describe('the stage of a document is what its name says', () => {
  it.each([
    ['0007-D-slug.md', 'draft'],
    ['0007-A-slug.md', 'accepted'],
    ['0007-I-slug.md', 'implemented'],
    ['0007-S-slug.md', 'superseded'],
    ['0007-slug.draft.md', 'draft'],
    ['0007-slug.accepted.md', 'accepted'],
    ['0007-slug.approved.md', 'accepted'],
    ['0007-slug.wip.md', 'in-progress'],
    ['0007-slug.impl.md', 'implemented'],
    ['0007-slug.super.md', 'superseded'],
    ['0007-slug.md', null],
    ['2026-01-20T1000Z-slug.wip.md', 'in-progress'],
    ['2026-01-20T1000Z-slug.done.md', 'implemented'],
    ['2026-01-20T1000Z-slug.dialogue.recorded.md', 'draft'],
    ['2026-01-20T1000Z-slug.dialogue.pub.md', 'accepted'],
    ['docs/0007-S-dir/0008-slug.md', null],
    ['0007-a-better-way.md', null],
    ['0007-slug.v2.md', null],
    ['0007-slug-done.md', null],
    ['wip.md', null],
    ['.wip.md', null],
  ])('%s: %s', (path, expected) => {
    expect(resolveDocumentStatus(rule, path, null)).toBe(expected)
  })
})

describe('the stage of a document is what its fields say', () => {
  it.each([
    ['Accepted', 'accepted'],
    ['ACCEPTED', 'accepted'],
    ['**Accepted**', 'accepted'],
    ['✅ Accepted (2026-01-20)', 'accepted'],
    ['Accepted, with changes', 'accepted'],
    ['In Progress', 'in-progress'],
    ['in-progress', 'in-progress'],
    ['In_Progress since Monday', 'in-progress'],
    ['Superseded by ADR 0009', 'superseded'],
    ['A', 'accepted'],
    ['~~Proposed~~ Accepted', 'accepted'],
    ['~~Accepted~~', null],
    ['A decision', null],
    ['Acceptedly', null],
    ['not accepted', null],
    ['', null],
    ['—', null],
    ['constructor', null],
  ])('%j: %s', (said, expected) => {
    expect(resolveDocumentStatus(rule, '0007-slug.md', said)).toBe(expected)
  })
})

it.each([
  ['0007-slug.accepted.md', 'Superseded by ADR 9', 'superseded'],
  ['0007-I-slug.md', 'In Progress', 'implemented'],
  ['0007-D-slug.wip.md', null, 'in-progress'],
  ['0007-slug.draft.md', 'nobody knows', 'draft'],
])('the later stage counts if several are named: %s, %s', (path, said, expected) => {
  expect(resolveDocumentStatus(rule, path, said)).toBe(expected)
})
