import { homedir } from 'node:os'
import { join } from 'node:path'
import { parse, YAMLError } from 'yaml'
import { Refusal } from '../../core/values/index.ts'
import type { NamedAgent } from '../../ports/index.ts'
import { getUserDirectory } from '../disk/index.ts'
import { ConfigurationFault, readUserFile } from './read-user-file.ts'

/** Reads the agents that the user has named in agents.yaml. Refuses a file with a fault, because a run would start something else. */
export function readAgents(env: NodeJS.ProcessEnv, root: string): readonly NamedAgent[] {
  const directory = getUserDirectory('config', env)
  if (directory === null) return []
  const file = join(directory, 'agents.yaml')
  try {
    const text = readUserFile(file, root)
    return text === null ? [] : parseAgents(text, env.HOME || homedir())
  } catch (error) {
    if (!(error instanceof ConfigurationFault)) throw error
    throw new Refusal(
      'usage',
      `${file} cannot be used: ${error.message}.`,
      'Its form: agents: { NAME: { command: [program, words…] } }',
    )
  }
}

function parseAgents(text: string, home: string): NamedAgent[] {
  const { agents = null } = readMapping('the file', parseYaml(text) ?? {}, ['agents'])
  return Object.entries(readMapping('agents', agents ?? {}, null)).map(([id, value]) => {
    if (!/^[a-z][a-z0-9-]{0,39}$/.test(id))
      throw new ConfigurationFault(
        `${JSON.stringify(id)} is not a name of lower-case letters, digits and "-", up to 40`,
      )
    return parseAgent(id, readMapping(`agents.${id}`, value, ['command', 'prompt']), home)
  })
}

function parseAgent(id: string, { command, prompt }: Record<string, unknown>, home: string): NamedAgent {
  const isWords = Array.isArray(command) && command.length > 0 && command.every(isWord)
  if (!isWords)
    throw new ConfigurationFault(`agents.${id}.command: expected a list of words, the program first`)
  const words = (command as string[]).map((word) => word.replace(/^~(?=\/)/, () => home))
  const namesFile = words.some((word) => word.includes('{prompt_file}'))
  if (prompt !== undefined && prompt !== 'stdin' && prompt !== 'file')
    throw new ConfigurationFault(`agents.${id}.prompt: expected stdin or file`)
  if (prompt === 'file' && !namesFile)
    throw new ConfigurationFault(`agents.${id}.prompt: expected {prompt_file} in the command`)
  return { id, command: words, prompt: prompt ?? (namesFile ? 'file' : 'stdin') }
}

const isWord = (word: unknown) => typeof word === 'string' && word !== ''

/** `keys` are the allowed keys; null allows all. */
function readMapping(place: string, value: unknown, keys: readonly string[] | null): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigurationFault(`${place}: expected a mapping`)
  const unknown = Object.keys(value).find((key) => keys !== null && !keys.includes(key))
  if (unknown !== undefined)
    throw new ConfigurationFault(`${place}: unknown key ${JSON.stringify(unknown.slice(0, 80))}`)
  return value as Record<string, unknown>
}

function parseYaml(text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof YAMLError)) throw error
    // Report the code, because the message may quote the line.
    throw new ConfigurationFault(`it is not valid YAML (${error.code.toLowerCase().replaceAll('_', ' ')})`)
  }
}
