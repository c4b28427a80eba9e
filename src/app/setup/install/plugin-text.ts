import type { Agent } from '../../../agents/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { buildOpencodePluginStart, opencodePluginEvents, opencodePluginRecord } from './opencode-plugin.ts'

/** Identifies a file of foreword, of any version. */
const header =
  '// Made by "foreword install". "foreword uninstall" takes it away; what is edited here is lost.\n'

export function isOwnPlugin(text: string): boolean {
  return text.replace(/\r\n/g, '\n').startsWith(header)
}

/** Refuses to replace a file that foreword did not write. */
export function checkOwnPlugin(file: string, text: string | null): void {
  if (text === null || isOwnPlugin(text)) return
  throw new Refusal(
    'settings-invalid',
    `${file} was not made by foreword; it was left as it is.`,
    'Give that file another name, then try again.',
  )
}

/**
 * A plugin of opencode, which hands each event to `foreword hook`. opencode waits for a plugin without limit and fails a turn when
 * the plugin throws, so the plugin catches everything and limits every wait. The system event comes with every call of the model.
 * opencode keeps no record of system texts. So the plugin reads back the lists from which a request is made, after all other
 * plugins changed them, and hands that over once the model has answered.
 */
export function buildPluginText({ id, hooks }: Agent, program: readonly string[]): string {
  const limits = Object.values(hooks?.events ?? {}).map((rule) => rule.timeoutSeconds * 1000)
  return (
    header +
    buildOpencodePluginStart(id, program, Math.max(...limits)) +
    opencodePluginRecord +
    opencodePluginEvents
  )
}
