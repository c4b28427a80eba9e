// The naming rules for variables and parameters, as far as a machine can check them.
import { listVariables, parseSource } from './source-text.ts'

/** Faults in the names of variables and parameters: a name says what its value is, so "one" is not enough. */
export function findVariableFaults(path: string, text: string): string[] {
  return listVariables(parseSource(path, text))
    .filter(({ name }) => name === 'one')
    .map(({ line }) => `${path}:${line}: name the element instead of "one": section, entry, file`)
}
