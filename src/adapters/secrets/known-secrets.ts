// Reads values that are known to be secret: those of a project's .env files and of named environment variables. They never leave
// memory.
import { listSecretParts, listSettingSecrets, parseEnvFile } from '../../core/redact/index.ts'
import { type EnvLocation, listEnvNames, openEnvLocation, readEnvSettings } from './env-settings.ts'
import { matchesName } from './matches-name.ts'

export interface SecretsOptions {
  readonly root: string
  /** The directory in which the program was started, if it is another one. */
  readonly cwd?: string
  /** Names of files directly in these directories, with `*` and `?`. */
  readonly files: readonly string[]
  /** Names of environment variables. */
  readonly variables: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
}

export interface KnownSecrets {
  /** Sorted and unique. */
  readonly values: string[]
  readonly read: string[]
  /** The places of the files that values were read from. */
  readonly files: string[]
  /** Messages never quote the contents of a file. */
  readonly trouble: { readonly file: string; readonly message: string }[]
  /**
   * Files and directories, existing or not, that the result depends on; relative to the root if they are in it. `.` is the
   * listing of the root.
   */
  readonly places: string[]
}

const maxFiles = 32
const maxValues = 500
const maxCharacters = 128 * 1024
/** Limit for all files together, so that a clone cannot cost seconds. */
const maxTextLength = 512 * 1024
const minVariableLength = 4

export function readKnownSecrets(options: SecretsOptions): KnownSecrets {
  const { root, cwd, files, variables, environment } = options
  const search: SecretSearch = {
    values: new Set(),
    characters: 0,
    left: 0,
    fileCount: 0,
    text: 0,
    read: [],
    files: [],
    trouble: [],
    places: new Set(),
  }
  for (const name of variables) {
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined
    if (value !== undefined) addSecrets(search, listVariableSecrets(name, value))
  }
  const names = files.filter((pattern) => checkFileName(pattern, search))
  const locations = [openEnvLocation(root, root), ...(cwd === undefined ? [] : [openEnvLocation(root, cwd)])]
  const different = locations.filter(
    (location, i) => locations.findIndex((other) => other.directory === location.directory) === i,
  )
  for (const location of different) searchLocation(location, names, search)
  if (search.left > 0) search.trouble.push({ file: files.join(', '), message: describeExcess(search.left) })
  return {
    values: [...search.values].sort(),
    read: search.read,
    files: search.files,
    trouble: search.trouble,
    places: [...search.places].sort(),
  }
}

interface SecretSearch {
  readonly values: Set<string>
  characters: number
  /** Number of values beyond the limits. */
  left: number
  fileCount: number
  text: number
  readonly read: string[]
  readonly files: string[]
  readonly trouble: { file: string; message: string }[]
  readonly places: Set<string>
}

function checkFileName(pattern: string, search: SecretSearch): boolean {
  const good = pattern !== '' && pattern !== '.' && pattern !== '..' && !/[/\\\0]/.test(pattern)
  if (!good) {
    const message = 'Not a file name. Name files in the project root, such as .env or .env.*.'
    search.trouble.push({ file: pattern, message })
  }
  return good
}

function searchLocation(location: EnvLocation, patterns: readonly string[], search: SecretSearch): void {
  const names = new Set<string>()
  const wild = patterns.filter((pattern) => /[*?]/.test(pattern))
  for (const pattern of patterns) if (!wild.includes(pattern)) names.add(pattern)
  if (wild.length > 0) {
    search.places.add(location.place(''))
    const listed = listEnvNames(location)
    if (!Array.isArray(listed)) search.trouble.push({ file: location.shown(''), message: listed.message })
    else
      for (const name of listed)
        if (!isSample(name) && wild.some((pattern) => matchesName(pattern, name))) names.add(name)
  }
  const selected = [...names].sort()
  const more = selected.splice(Math.max(0, maxFiles - search.fileCount))
  search.fileCount += selected.length
  for (const name of selected) readFile(location, name, search)
  if (more.length > 0) {
    const message = `${more.length} files were not read, starting with this one: at most ${maxFiles} are read.`
    search.trouble.push({ file: location.shown(more[0]!), message })
  }
}

function readFile(location: EnvLocation, name: string, search: SecretSearch): void {
  const file = location.shown(name)
  search.places.add(location.place(name))
  const settings = readEnvSettings(location, name)
  if (settings.state === 'absent') return
  if (settings.state === 'trouble') {
    search.trouble.push({ file, message: settings.message })
    return
  }
  search.text += settings.text.length
  if (search.text > maxTextLength) {
    const message = `Not read: the settings would exceed ${maxTextLength / 1024} KB in all.`
    search.trouble.push({ file, message })
    return
  }
  search.read.push(file)
  search.files.push(location.place(name))
  for (const setting of parseEnvFile(settings.text))
    addSecrets(search, listSettingSecrets(setting.name, setting.value))
}

function addSecrets(search: SecretSearch, secrets: readonly string[]): void {
  for (const secret of secrets) {
    if (search.values.has(secret)) continue
    if (search.values.size >= maxValues || search.characters + secret.length > maxCharacters) search.left++
    else {
      search.values.add(secret)
      search.characters += secret.length
    }
  }
}

/** The user declared the variable secret, so the value only has to be long enough to differ from a common word. */
function listVariableSecrets(name: string, value: string): string[] {
  const whole = value.trim()
  return whole.length < minVariableLength
    ? []
    : [whole, ...listSecretParts(whole), ...listSettingSecrets(name, whole)]
}

function describeExcess(left: number): string {
  return `${left} more values are not redacted: the limit is ${maxValues} values and ${maxCharacters / 1024} KB in all.`
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

/** Samples are meant to be seen and copied. A sample that is named in full is read all the same. */
function isSample(name: string): boolean {
  return name
    .toLowerCase()
    .split(/[.\-_]/)
    .some((word) => sampleWords.has(word))
}
