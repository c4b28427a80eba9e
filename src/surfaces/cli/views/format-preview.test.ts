import { describe, expect, it } from 'vitest'
import { formatPreview } from './format-preview.ts'

const preview = (text: string, maxLines = 4) => formatPreview(text, maxLines)

describe('the preview of a packet', () => {
  it('is the whole text where there is room', () => {
    expect(preview('one\n\n  two\n')).toEqual({ lines: ['  │ one', '  │', '  │   two'], left: null })
  })

  it('ends between lines, and says how many are left', () => {
    expect(preview('1\n2\n3\n4\n5\n6')).toEqual({
      lines: ['  │ 1', '  │ 2', '  │ 3', '  │ 4'],
      left: '2 more lines',
    })
  })

  it('does not end with a heading or a blank line', () => {
    expect(preview('1\n\n## Two\n\n2\n3')).toEqual({ lines: ['  │ 1'], left: '5 more lines' })
  })

  it('breaks long lines at spaces and counts them, and cuts no word', () => {
    const long = `${'word '.repeat(30)}end`
    const { lines, left } = preview(`${long}\n${long}\nlast`, 3)
    expect(lines.map((line) => line.slice(4)).join(' ')).toBe(long)
    expect(left).toBe('2 more lines')
    expect(preview('x'.repeat(200)).lines).toEqual([`  │ ${'x'.repeat(200)}`])
  })

  it('shows control characters as question marks', () => {
    expect(preview('a\u001b[2Jb').lines).toEqual(['  │ a?[2Jb'])
  })
})
