import { listAddresses, lsOutput } from '../../../app/engine/index.ts'
import { jsonOption, manifestOptions, refusalExits, repoOption } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { chooseProject, makeRequestFromOptions, readOption } from '../read-options.ts'
import { addressesView } from '../views/addresses.ts'

export const ls = defineCommand({
  name: 'ls',
  summary: 'List the addresses that can be read',
  about: ['Lists everything that the manifest declares, or only what is below one address.'],
  args: [{ name: 'uri', about: 'An address, such as docs/rfcs/', required: false }],
  options: [jsonOption, repoOption, ...manifestOptions],
  examples: ['foreword ls', 'foreword ls docs/rfcs/', 'foreword ls state --json'],
  exits: [[0, 'listed'], ...refusalExits],
  outputSchema: lsOutput,
  run(call) {
    const { parsed, services } = call
    const project = chooseProject(call, readOption(parsed, 'repo') ?? services.projectAround())
    const request = makeRequestFromOptions(call, project, {})
    return listAddresses(services.engine, { project, request, under: parsed.args[0] ?? null })
  },
  view: addressesView,
})
