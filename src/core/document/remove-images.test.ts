import { expect, it } from 'vitest'
import { removeImages } from './remove-images.ts'

it.each([
  ['an image', 'a ![Logo](logo.png) b', 'a  b'],
  ['an image by reference', 'a ![Logo][logo] b', 'a  b'],
  ['a badge', 'a [![Build](ci.svg)](https://ci.test) b', 'a  b'],
  ['a badge by reference', 'a [![Build][ci]][ci-url] b', 'a  b'],
])('removes %s', (_, text, expected) => {
  expect(removeImages(text, '')).toBe(expected)
})

it('keeps links, and can leave a space', () => {
  expect(removeImages('[Guide](guide.md)![Logo](logo.png)end', ' ')).toBe('[Guide](guide.md) end')
})
