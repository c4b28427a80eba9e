import { expect, it } from 'vitest'
import { makeManifest } from '../../core/manifest/manifest.fixture.ts'
import { defaultRedaction } from './redactor.ts'

it('redacts without a manifest as a manifest does that says nothing about it', () => {
  expect(makeManifest({}).redact).toEqual(defaultRedaction)
})
