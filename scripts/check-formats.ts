// Checks every row of the format table against samples made from it. A row that matches nothing or too much stops the build.

import { tokenFormats } from '../src/core/redact/formats/index.ts'
import { faultsOf } from '../src/core/redact/formats.fixture.ts'

const faults = tokenFormats.flatMap((format) => faultsOf(format).map((fault) => `${format.id}: ${fault}`))
for (const fault of faults) console.error(`src/core/redact/formats: ${fault}`)
if (faults.length > 0) process.exitCode = 1
else console.log(`${tokenFormats.length} formats find their samples and leave their counterexamples`)
