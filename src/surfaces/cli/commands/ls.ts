import { listAddresses, lsOutput } from '../../../app/engine/index.ts'
import { defineCommand } from '../command.ts'
import { option, projectOf, requestOf } from '../options.ts'
import { listView } from '../views/addresses.ts'
import { jsonOption, manifestOptions, refusals, repoOption } from '../words.ts'

export const ls = defineCommand({
  name: 'ls',
  summary: 'List the addresses that can be read',
  about: ['Lists everything that the manifest declares, or only what is below one address.'],
  args: [{ name: 'uri', about: 'An address, such as docs/rfcs/', required: false }],
  options: [jsonOption, repoOption, ...manifestOptions],
  examples: ['foreword ls', 'foreword ls docs/rfcs/', 'foreword ls state --json'],
  exits: [[0, 'listed'], ...refusals],
  outputSchema: lsOutput,
  run(call) {
    const { parsed, services } = call
    const project = projectOf(call, option(parsed, 'repo') ?? services.projectAround())
    const request = requestOf(call, project, {})
    return listAddresses(services.engine, { project, request, under: parsed.args[0] ?? null })
  },
  view: listView,
})
