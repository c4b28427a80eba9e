import type { UnavailableReason } from '../../core/values/index.ts'

/** Why a plugin gave no text. Caught at the door of this room: nobody outside ever sees it thrown. */
export class Trouble extends Error {
  readonly reason: UnavailableReason | 'absent'
  constructor(reason: UnavailableReason | 'absent', message: string) {
    super(message)
    this.name = 'Trouble'
    this.reason = reason
  }
}

/** A plugin that does not do as the contract says. */
export function failed(message: string): Trouble {
  return new Trouble('plugin-failed', message)
}

const longestShown = 200

/** A stranger's words: short, on one line, and nothing in them that a terminal would obey. */
export function quoted(text: string): string {
  const short = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
  return JSON.stringify(short).replace(/[\p{C}\u2028\u2029]/gu, '?')
}

export interface Limits {
  readonly timeoutMs: number
  readonly maxBytes: number
}

/** How much a server may write: a list of resources, and a text in which every character is escaped. */
export function maxAnswerBytes({ maxBytes }: Limits): number {
  return maxBytes * 6 + 1024 * 1024
}

export function tooLate({ timeoutMs }: Limits): Trouble {
  return new Trouble('plugin-timeout', `had not answered after ${timeoutMs / 1000} s and was ended`)
}

export function tooLarge({ maxBytes }: Limits): Trouble {
  return new Trouble('too-large', `answered with more than ${maxBytes} bytes and was ended`)
}
