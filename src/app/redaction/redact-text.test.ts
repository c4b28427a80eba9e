import { expect, it } from 'vitest'
import { manifestOf } from '../../core/manifest/manifest.fixture.ts'
import { defaultRedaction } from './redact-text.ts'

it('redacts without a manifest as a manifest does that says nothing about it', () => {
  expect(manifestOf({}).redact).toEqual(defaultRedaction)
})
