/** The parts of a SARIF 2.1.0 log that all commands share. */

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
const root = '%SRCROOT%'

interface SarifRun {
  readonly version: string
  readonly rules: readonly object[]
  /** The directory that paths are relative to, for people. */
  readonly base: string
  readonly invocation: object
  readonly results: readonly object[]
}

export function makeSarifLog({ version, rules, base, invocation, results }: SarifRun): object {
  return {
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'foreword', version, rules } },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { [root]: { description: { text: base } } },
        invocations: [invocation],
        results,
      },
    ],
  }
}

export function makeSarifArtifact(file: string): object {
  // encodeURIComponent throws on a lone surrogate, but file names contain none.
  const address = file.split('/').map(encodeURIComponent).join('/')
  return file.startsWith('/') ? { uri: `file://${address}` } : { uri: address, uriBaseId: root }
}

/** `too-long` becomes `TooLong`. */
export function makeSarifName(id: string): string {
  return id.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
