// Values that are known to be secret: those of a project's .env files and of named environment variables. Nothing of them leaves memory.
import { listSecretParts, listSettingSecrets, parseEnvFile } from '../../core/redact/index.ts'
import { matchesName } from './matches-name.ts'
import { type EnvLocation, listEnvNames, openEnvLocation, readEnvSettings } from './read-settings.ts'

export interface SecretsOptions {
  readonly root: string
  /** Where the program was started, when that is another directory. */
  readonly cwd?: string
  /** Names, with `*` and `?`, of files that lie directly in these directories. */
  readonly files: readonly string[]
  /** Names of environment variables. */
  readonly variables: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
}

export interface KnownSecrets {
  /** Sorted, each once. */
  readonly values: string[]
  readonly read: string[]
  /** Where the values come from: the places of what was read. */
  readonly files: string[]
  /** Said without a word of what a file holds. */
  readonly trouble: { readonly file: string; readonly message: string }[]
  /** What decides the answer, there or not, relative to the root where it can be: `.` is the listing of the root. */
  readonly places: string[]
}

const maxFiles = 32
const maxValues = 500
const maxCharacters = 128 * 1024
/** Of all files together: a clone must not cost seconds. */
const maxTextLength = 512 * 1024
const minVariableLength = 4

export function readKnownSecrets(options: SecretsOptions): KnownSecrets {
  const { root, cwd, files, variables, environment } = options
  const found: Finding = {
    values: new Set(),
    characters: 0,
    left: 0,
    asked: 0,
    text: 0,
    read: [],
    files: [],
    trouble: [],
    places: new Set(),
  }
  for (const name of variables) {
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined
    if (value !== undefined) take(found, variableSecrets(name, value))
  }
  const names = files.filter((pattern) => isName(pattern, found))
  const locations = [openEnvLocation(root, root), ...(cwd === undefined ? [] : [openEnvLocation(root, cwd)])]
  const different = locations.filter(
    (one, i) => locations.findIndex((other) => other.directory === one.directory) === i,
  )
  for (const location of different) searchIn(location, names, found)
  if (found.left > 0) found.trouble.push({ file: files.join(', '), message: tooMuch(found.left) })
  return {
    values: [...found.values].sort(),
    read: found.read,
    files: found.files,
    trouble: found.trouble,
    places: [...found.places].sort(),
  }
}

interface Finding {
  readonly values: Set<string>
  characters: number
  /** Values beyond what is looked for. */
  left: number
  asked: number
  text: number
  readonly read: string[]
  readonly files: string[]
  readonly trouble: { file: string; message: string }[]
  readonly places: Set<string>
}

function isName(pattern: string, found: Finding): boolean {
  const good = pattern !== '' && pattern !== '.' && pattern !== '..' && !/[/\\\0]/.test(pattern)
  if (!good) {
    const message = 'This is no file name. Name files that lie in the project root, such as .env or .env.*.'
    found.trouble.push({ file: pattern, message })
  }
  return good
}

function searchIn(location: EnvLocation, patterns: readonly string[], found: Finding): void {
  const names = new Set<string>()
  const wild = patterns.filter((pattern) => /[*?]/.test(pattern))
  for (const pattern of patterns) if (!wild.includes(pattern)) names.add(pattern)
  if (wild.length > 0) {
    found.places.add(location.place(''))
    const listed = listEnvNames(location)
    if (!Array.isArray(listed)) found.trouble.push({ file: location.shown(''), message: listed.message })
    else
      for (const name of listed)
        if (!isSample(name) && wild.some((one) => matchesName(one, name))) names.add(name)
  }
  const wanted = [...names].sort()
  const more = wanted.splice(Math.max(0, maxFiles - found.asked))
  found.asked += wanted.length
  for (const name of wanted) readFile(location, name, found)
  if (more.length > 0) {
    const message = `${more.length} files were not read: the most is ${maxFiles}. It is the first of them.`
    found.trouble.push({ file: location.shown(more[0]!), message })
  }
}

function readFile(location: EnvLocation, name: string, found: Finding): void {
  const file = location.shown(name)
  found.places.add(location.place(name))
  const settings = readEnvSettings(location, name)
  if (settings.state === 'absent') return
  if (settings.state === 'trouble') {
    found.trouble.push({ file, message: settings.message })
    return
  }
  found.text += settings.text.length
  if (found.text > maxTextLength) {
    const message = `Not looked at: with it there would be more than ${maxTextLength / 1024} KB of settings.`
    found.trouble.push({ file, message })
    return
  }
  found.read.push(file)
  found.files.push(location.place(name))
  for (const one of parseEnvFile(settings.text)) take(found, listSettingSecrets(one.name, one.value))
}

function take(found: Finding, secrets: readonly string[]): void {
  for (const secret of secrets) {
    if (found.values.has(secret)) continue
    if (found.values.size >= maxValues || found.characters + secret.length > maxCharacters) found.left++
    else {
      found.values.add(secret)
      found.characters += secret.length
    }
  }
}

/** Somebody said that it is secret, so nothing is asked but that it is long enough to be told from a word. */
function variableSecrets(name: string, value: string): string[] {
  const whole = value.trim()
  return whole.length < minVariableLength
    ? []
    : [whole, ...listSecretParts(whole), ...listSettingSecrets(name, whole)]
}

function tooMuch(left: number): string {
  return `${left} more values are not looked for: the most is ${maxValues} values and ${maxCharacters / 1024} KB in all.`
}

const sampleWords: ReadonlySet<string> = new Set([
  'example',
  'examples',
  'sample',
  'template',
  'tmpl',
  'tpl',
  'dist',
  'default',
  'defaults',
  'schema',
])

/** Made to be seen and copied. One that is named in full is read all the same. */
function isSample(name: string): boolean {
  return name
    .toLowerCase()
    .split(/[.\-_]/)
    .some((word) => sampleWords.has(word))
}
