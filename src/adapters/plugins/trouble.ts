import type { UnavailableReason } from '../../core/values/index.ts'

/** Why a plugin gave no text. Caught inside of this folder; callers never see it thrown. */
export class PluginTrouble extends Error {
  readonly reason: UnavailableReason | 'absent'
  constructor(reason: UnavailableReason | 'absent', message: string) {
    super(message)
    this.name = 'Trouble'
    this.reason = reason
  }
}

/** Creates the error for a plugin that breaks the contract. */
export function makePluginFailure(message: string): PluginTrouble {
  return new PluginTrouble('plugin-failed', message)
}

const maxShownLength = 200

/** Quotes untrusted text: short, on one line, and without characters that control a terminal. */
export function quoteAnswer(text: string): string {
  const short = text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text
  return JSON.stringify(short).replace(/[\p{C}\u2028\u2029]/gu, '?')
}

export interface PluginRunLimits {
  readonly timeoutMs: number
  readonly maxBytes: number
}

/** The most bytes that a server may write: a list of resources, and a text in which every character is escaped. */
export function maxAnswerBytes({ maxBytes }: PluginRunLimits): number {
  return maxBytes * 6 + 1024 * 1024
}

export function makeTimeoutTrouble({ timeoutMs }: PluginRunLimits): PluginTrouble {
  return new PluginTrouble('plugin-timeout', `had not answered after ${timeoutMs / 1000} s and was ended`)
}

export function makeSizeTrouble({ maxBytes }: PluginRunLimits): PluginTrouble {
  return new PluginTrouble('too-large', `answered with more than ${maxBytes} bytes and was ended`)
}
