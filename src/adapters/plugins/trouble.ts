import type { UnavailableReason } from '../../core/values/index.ts'

/** Why a plugin gave no text. Caught at the door of this room: nobody outside ever sees it thrown. */
export class PluginTrouble extends Error {
  readonly reason: UnavailableReason | 'absent'
  constructor(reason: UnavailableReason | 'absent', message: string) {
    super(message)
    this.name = 'Trouble'
    this.reason = reason
  }
}

/** A plugin that does not do as the contract says. */
export function makePluginFailure(message: string): PluginTrouble {
  return new PluginTrouble('plugin-failed', message)
}

const maxShownLength = 200

/** A stranger's words: short, on one line, and nothing in them that a terminal would obey. */
export function quoteAnswer(text: string): string {
  const short = text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text
  return JSON.stringify(short).replace(/[\p{C}\u2028\u2029]/gu, '?')
}

export interface PluginRunLimits {
  readonly timeoutMs: number
  readonly maxBytes: number
}

/** How much a server may write: a list of resources, and a text in which every character is escaped. */
export function maxAnswerBytes({ maxBytes }: PluginRunLimits): number {
  return maxBytes * 6 + 1024 * 1024
}

export function makeTimeoutTrouble({ timeoutMs }: PluginRunLimits): PluginTrouble {
  return new PluginTrouble('plugin-timeout', `had not answered after ${timeoutMs / 1000} s and was ended`)
}

export function makeSizeTrouble({ maxBytes }: PluginRunLimits): PluginTrouble {
  return new PluginTrouble('too-large', `answered with more than ${maxBytes} bytes and was ended`)
}
