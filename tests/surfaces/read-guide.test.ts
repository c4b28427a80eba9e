import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Asking } from './past-asking.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/addresses.md'), 'utf8')
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text]) => text!)

it('the guide to addresses shows what happens', () => {
  const engine = new Asking({
    '.foreword/manifest.yaml': blocks('yaml')[0]!,
    'docs/adr/0001-integer-prices.md':
      '# 1. Integer prices\n\n## Status\n\nAccepted\n\n## Decision\n\nPrices are integers.\n',
    'docs/adr/0002-one-shop.accepted.md': '---\nstatus: Superseded by 3\n---\n# 2. One shop\n\nx\n',
    'docs/rfc/0007-checkout.wip.md': '# RFC 7: Checkout\n\nx\n',
    'docs/rfc/0007-checkout.plan.md':
      '# Plan: Checkout\n\n- [x] Start\n\n## Payment\n\n- [ ] Ask for a provider\n- [ ] Refunds\n',
    'docs/voice/voice.md': 'Speak plainly.\n',
  })
  try {
    for (const session of blocks('console')[0]!
      .split(/^\$ foreword /m)
      .slice(1)) {
      const [command = '', ...shown] = session.split('\n')
      const { code, out, err } = engine.run(command)
      expect([code, err, out], command).toEqual([0, '', shown.join('\n')])
    }
    for (const line of blocks('sh')
      .join('')
      .matchAll(/^foreword ([^#\n]*)/gm))
      expect(engine.run(line[1]!.trim()).code, line[0]).toBe(0)
  } finally {
    engine.remove()
  }
})
