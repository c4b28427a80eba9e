import { describe, expect, it } from 'vitest'
import { formatIds } from './format-ids.fixture.ts'
import { tokenFormats } from './formats/index.ts'
import { coveredBy, faultsOf } from './formats.fixture.ts'
import { ruleSets } from './redaction-rules.ts'
import { redact } from './redactor.ts'
import { makeSample } from './tokens/sample.ts'

const marker = '[REDACTED]'

/**
 * Rows whose samples another row finds as well. They exist for their names: the reader of a log and the
 * author of an allow list see which token it was.
 */
const covered: Readonly<Record<string, readonly string[]>> = {
  'tailscale-api-key': ['tailscale-future-key'],
  'tailscale-auth-key': ['tailscale-future-key'],
  'tailscale-client-secret': ['tailscale-future-key'],
  'tailscale-scim-key': ['tailscale-future-key'],
  'tailscale-webhook-key': ['tailscale-future-key'],
  'gitlab-build-token': ['gitlab-build-token-routable'],
  'gitlab-personal-token': ['gitlab-personal-token-routable', 'gitlab-personal-token-versioned'],
  'gitlab-personal-token-routable': ['gitlab-personal-token-versioned'],
  'gitlab-personal-token-versioned': ['gitlab-personal-token-routable'],
  'gitlab-runner-token': ['gitlab-runner-token-routable', 'gitlab-runner-token-routable-short'],
  'gitlab-runner-token-routable': ['gitlab-runner-token-routable-short'],
  'gitlab-runner-token-routable-short': ['gitlab-runner-token-routable'],
  'sourcegraph-token-plain': ['sourcegraph-token', 'segment-public-api-token'],
  'clerk-live-secret-key': ['highnote-live-key', 'stripe-live-secret-key'],
  'doppler-service-token': ['doppler-service-token-named'],
  'sendgrid-key': ['sendgrid-key-loose'],
  'slack-app-level-token': ['slack-app-level-token-legacy'],
  'slack-bot-token': ['slack-bot-token-short'],
  'slack-bot-token-short': ['slack-bot-token'],
  'slack-refresh-token': ['slack-refresh-token-digits'],
  'slack-refresh-token-plain': ['slack-refresh-token-digits'],
  'slack-user-token': ['slack-user-token-short'],
  'slack-workspace-token': ['slack-workspace-token-digits'],
  'slack-workspace-token-digits': ['slack-workspace-token'],
  'slack-workspace-token-plain': ['slack-workspace-token', 'slack-workspace-token-digits'],
  'anthropic-admin-key': ['anthropic-key'],
  'anthropic-api-key': ['anthropic-key'],
  'anthropic-oauth-token': ['anthropic-key'],
  'anthropic-refresh-token': ['anthropic-key'],
  'google-ai-studio-auth-key': ['google-ai-studio-key'],
  'openai-key': ['moonshot-key'],
  'openai-key-marked': ['moonshot-key', 'openai-key'],
  'clerk-test-secret-key': ['highnote-test-key', 'stripe-test-secret-key'],
  'mercury-token': ['secret-token-uri'],
  'paystack-live-key': ['clerk-live-secret-key', 'highnote-live-key', 'stripe-live-secret-key'],
  'paystack-test-key': ['clerk-test-secret-key', 'stripe-test-secret-key'],
  'stripe-live-secret-key': ['clerk-live-secret-key'],
}

describe('the table of formats', () => {
  it.each(tokenFormats.map((format) => [format.id, format] as const))(
    'finds %s, and nothing that only begins like one',
    (_, format) => {
      expect(faultsOf(format)).toEqual([])
    },
  )

  it('has lost no row: every id may stand in a manifest or an allow list', () => {
    expect(tokenFormats.map(({ id }) => id).toSorted()).toEqual(formatIds.toSorted())
  })

  it('has no row that another one makes superfluous, but for those that are there for the name', () => {
    const found = tokenFormats.map((format) => [format.id, coveredBy(format, tokenFormats)] as const)
    expect(Object.fromEntries(found.filter(([, by]) => by.length > 0))).toEqual(covered)
  })

  it.each([1, 2])('takes sample %i of every row as a whole with all rules on', (seed) => {
    const left = tokenFormats.filter((format) => {
      const { text, hits } = redact(`see ${makeSample(format, seed)} there`, {
        rules: ruleSets.default,
        marker,
      })
      return text !== `see ${marker} there` || hits.length !== 1
    })
    expect(left.map(({ id }) => id)).toEqual([])
  })

  it('calls samples by the name of their own row, where no other row has the same form', () => {
    const nameOf = (text: string) => redact(text, { rules: ruleSets.default, marker }).hits[0]?.rule
    const other = tokenFormats.filter(
      (format) =>
        covered[format.id] === undefined &&
        ![1, 2, 3, 4, 5].some((seed) => nameOf(makeSample(format, seed)) === format.id),
    )
    expect(other.map(({ id }) => id)).toEqual([])
  })
})
