import { parseEpochDay } from '../../values/index.ts'

const isoTime = /^\d{4}-\d\d-\d\dT(\d\d):(\d\d):(\d\d)(?:\.(\d{1,3}))?/

/** Parses an ISO 8601 time in UTC. Invalid times become the epoch. */
export function parseEpochMs(time: string): number {
  const day = parseEpochDay(time)
  const parts = isoTime.exec(time)
  if (day === null || parts === null) return 0
  const [, hours, minutes, seconds, fraction = ''] = parts
  const ofDay = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return day * 86_400_000 + ofDay * 1000 + Number(fraction.padEnd(3, '0'))
}

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses `30s`, `10m`, `4h`, `2d`. */
export function parseDurationMs(text: string): number {
  return Number(text.slice(0, -1)) * (units[text.slice(-1)] ?? 0)
}
