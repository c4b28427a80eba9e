// Writes src/adapters/digest/sha256-code.ts: the rounds of SHA-256 (FIPS 180-4) as WebAssembly, put together here from its instructions.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Code = readonly number[]

/** Where things lie in its memory. What is to be digested lies behind them. */
const stateAt = 0
const constantsAt = 32
const wordsAt = 288

const i32 = 0x7f
const op = {
  ...{ loop: [0x03, 0x40], end: [0x0b], again: [0x0d, 0], either: [0x04, 0x7f], else: [0x05] },
  ...{ add: [0x6a], and: [0x71], or: [0x72], xor: [0x73], down: [0x76], left: [0x77], right: [0x78] },
  ...{ less: [0x49] },
} as const
const [at, end, i, a, b, c, d, e, f, g, h, t] = Array.from({ length: 12 }, (_, index) => index) as Twelve
type Twelve = [number, number, number, number, number, number, number, number, number, number, number, number]

const get = (local: number): Code => [0x20, local]
const set = (local: number): Code => [0x21, local]
const number = (value: number): Code => [0x41, ...signed(value)]
const load = (offset: number): Code => [0x28, 2, ...unsigned(offset)]
const store = (offset: number): Code => [0x36, 2, ...unsigned(offset)]
const turned = (local: number, by: number): Code => [...get(local), ...number(by), ...op.right]
const next = (local: number, by: number): Code => [...get(local), ...number(by), ...op.add, ...set(local)]

/** The body for each word from `from` to `to`, with `i` four times its number. */
const forWords = (from: number, to: number, ...body: Code[]): Code => [
  ...[...number(from * 4), ...set(i), ...op.loop, ...body.flat(), ...next(i, 4)],
  ...[...get(i), ...number(to * 4), ...op.less, ...op.again, ...op.end],
]

/** The bytes of a word stand the other way round. */
const swapped: Code = [
  ...[...get(t), ...number(8), ...op.left, ...number(0x00ff00ff), ...op.and],
  ...[...get(t), ...number(8), ...op.right, ...number(0xff00ff00 | 0), ...op.and, ...op.or],
]

/** Two turns and a shift, or three turns, of `t`. */
const sigma = (one: number, two: number, shift: number): Code => [
  ...[...turned(t, one), ...turned(t, two), ...op.xor],
  ...[...get(t), ...number(shift), ...op.down, ...op.xor],
]
const sum = (local: number, one: number, two: number, three: number): Code => [
  ...[...turned(local, one), ...turned(local, two), ...op.xor, ...turned(local, three), ...op.xor],
]

const word = (back: number): Code => [...get(i), ...load(wordsAt - back * 4)]
const scheduled: Code = [
  ...[...word(16), ...word(7), ...op.add],
  ...[...word(15), ...set(t), ...sigma(7, 18, 3), ...op.add],
  ...[...word(2), ...set(t), ...sigma(17, 19, 10), ...op.add],
]

const choice: Code = [...get(f), ...get(g), ...op.xor, ...get(e), ...op.and, ...get(g), ...op.xor]
const majority: Code = [
  ...[...get(a), ...get(b), ...op.or, ...get(c), ...op.and],
  ...[...get(a), ...get(b), ...op.and, ...op.or],
]
const moved = (from: number, to: number): Code => [...get(from), ...set(to)]
const round: Code = [
  ...[...get(h), ...sum(e, 6, 11, 25), ...op.add, ...choice, ...op.add],
  ...[...get(i), ...load(constantsAt), ...op.add, ...get(i), ...load(wordsAt), ...op.add, ...set(t)],
  ...[...moved(g, h), ...moved(f, g), ...moved(e, f)],
  ...[...get(d), ...get(t), ...op.add, ...set(e), ...get(t)],
  // Before the turn of the letters: they are those of the round before.
  ...[...sum(a, 2, 13, 22), ...op.add, ...majority, ...op.add],
  ...[...moved(c, d), ...moved(b, c), ...moved(a, b), ...set(a)],
]

const letters = [a, b, c, d, e, f, g, h]
/** One loop for all: V8 compiles it in every process that has more than a few pages to digest. */
const body: Code = [
  ...op.loop,
  ...letters.flatMap((letter, n) => [...number(0), ...load(stateAt + n * 4), ...set(letter)]),
  ...forWords(
    0,
    64,
    [...get(i), ...get(i), ...number(16 * 4), ...op.less, ...op.either],
    [...get(at), ...get(i), ...op.add, ...load(0), ...set(t), ...swapped],
    [...op.else, ...scheduled, ...op.end, ...store(wordsAt)],
    round,
  ),
  ...letters.flatMap((letter, n) => [
    ...[...number(0), ...get(letter), ...number(0), ...load(stateAt + n * 4), ...op.add],
    ...store(stateAt + n * 4),
  ]),
  ...next(at, 64),
  ...[...get(at), ...get(end), ...op.less, ...op.again, ...op.end],
]

/** The first 32 bits of the fractional parts of the cube roots of the first primes. */
function constants(): Code {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  const words = Int32Array.from(primes, (prime) => (Math.cbrt(prime) % 1) * 0x1_0000_0000)
  return [...new Uint8Array(words.buffer)]
}

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}
function signed(value: number): number[] {
  const low = value & 0x7f
  const rest = value >> 7
  const last = (rest === 0 && low < 0x40) || (rest === -1 && low >= 0x40)
  return last ? [low] : [low | 0x80, ...signed(rest)]
}
const sized = (bytes: Code): Code => [...unsigned(bytes.length), ...bytes]
const section = (id: number, ...parts: Code[]): Code => [id, ...sized([1, ...parts.flat()])]
const name = (text: string): Code => sized([...Buffer.from(text)])

const locals: Code = [1, 10, i32]
const code = [
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...section(1, [0x60, 2, i32, i32, 0]),
  ...section(3, [0]),
  ...section(5, [0, 1]),
  ...[7, ...sized([2, ...name('memory'), 2, 0, ...name('digest'), 0, 0])],
  ...section(10, sized([...locals, ...body, 0x0b])),
  ...section(11, [0, ...number(constantsAt), 0x0b, ...sized(constants())]),
]

writeFileSync(
  join(import.meta.dirname, '../src/adapters/digest/sha256-code.ts'),
  `// Made by \`node scripts/sha256-code.ts\`, which says what stands in it.
export const sha256Code =
  '${Buffer.from(code).toString('base64')}'
`,
)
