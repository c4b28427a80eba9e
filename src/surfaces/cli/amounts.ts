import { parseIsoTime } from './read-options.ts'

const units: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
}

/** Parses `2h`, `3d` or `2w` before now, or a day or time. Null for anything else. */
export function parsePastTime(text: string, now: Date): string | null {
  const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? []
  if (count === undefined) return parseIsoTime(text)?.toISOString() ?? null
  const time = new Date(now.getTime() - Number(count) * units[unit]!)
  // Times before 1970 become 1970: a million weeks ago has no ISO 8601 year.
  return time.getTime() > 0 ? time.toISOString() : new Date(0).toISOString()
}

/** Like `parsePastTime`, but after now. */
export function parseFutureTime(text: string, now: Date): string | null {
  const [, count, unit = ''] = /^(\d{1,4})([mhdw])$/.exec(text) ?? []
  if (count === undefined) return parseIsoTime(text)?.toISOString() ?? null
  return new Date(now.getTime() + Number(count) * units[unit]!).toISOString()
}

const sizes: Readonly<Record<string, number>> = {
  '': 1,
  K: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  KI: 2 ** 10,
  MI: 2 ** 20,
  GI: 2 ** 30,
  TI: 2 ** 40,
}

/** Parses `500MB`, `1.5 GiB`, `2g` or `1000`. Null for anything else. */
export function parseByteAmount(text: string): number | null {
  const [, count, unit = ''] = /^(\d{1,12}(?:\.\d{1,6})?) ?([kmgt]i?)?b?$/i.exec(text) ?? []
  if (count === undefined) return null
  return Math.floor(Number(count) * sizes[unit.toUpperCase()]!)
}

export function parseWholeNumber(text: string, least: number, most: number): number | null {
  const value = Number(text)
  return /^\d{1,15}$/.test(text) && value >= least && value <= most ? value : null
}
