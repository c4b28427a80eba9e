import { type AddRecordInput, addRecord, memoryAddOutput } from '../../../app/sources/index.ts'
import { parseFutureTime } from '../amounts.ts'
import { type Call, defineCommand } from '../command.ts'
import { memoryChoice } from '../memory-choice.ts'
import { option } from '../options.ts'
import { usage } from '../parse.ts'
import { addView } from '../views/memory.ts'
import { choiceOptions, nowOption, refusals, storeOptions } from '../words.ts'

export const memoryAdd = defineCommand({
  name: 'memory add',
  summary: 'Keep a note of this session, without what is prohibited',
  about: [
    'A record is never authoritative: it expires, and counts for nothing until a person has accepted it ("foreword memory promote").',
    'Secrets, credentials and personal data are replaced before anything is stored. A text with a private key or a restricted marking is refused, and nothing of it is stored.',
  ],
  args: [{ name: 'text', about: 'The note, 16 KB at most; - for standard input', required: true }],
  options: [
    { name: 'class', value: 'CLASS', about: 'Its content class, of those that the manifest has' },
    { name: 'tag', value: 'TAG', many: true, about: 'A word to find it by' },
    { name: 'retention', value: 'CLASS', about: 'How long it is kept: short, standard, extended' },
    {
      name: 'expires',
      value: 'TIME',
      about: 'Earlier than that: a day or time with zone (ISO 8601), or 2h, 3d, 2w',
    },
    {
      name: 'source-ref',
      value: 'REF',
      many: true,
      about: 'What it is about: a file, an address, a work item',
    },
    { name: 'by', value: 'NAME', about: 'Who says so' },
    ...storeOptions,
    ...choiceOptions,
    nowOption,
  ],
  examples: [
    'foreword memory add "Imports fail above 5000 rows" --class=risk_note --tag=db',
    'git log -1 --format=%B | foreword memory add - --retention=short',
  ],
  exits: [[0, 'kept'], ...refusals],
  outputSchema: memoryAddOutput,
  async run(call) {
    const choice = memoryChoice(call)
    const order = addOrder(call)
    return addRecord(await call.services.memory(choice), order)
  },
  view: addView,
})

function addOrder(call: Call): AddRecordInput {
  const { parsed, services } = call
  const [text = ''] = parsed.args
  return {
    text: text === '-' ? services.readText(null) : text,
    contentClass: option(parsed, 'class') ?? null,
    tags: parsed.options.get('tag') ?? [],
    sourceRefs: parsed.options.get('source-ref') ?? [],
    by: option(parsed, 'by') ?? null,
    retention: option(parsed, 'retention') ?? null,
    expires: expiryOf(call),
  }
}

function expiryOf(call: Call): string | null {
  const text = option(call.parsed, 'expires')
  if (text === undefined) return null
  const time = parseFutureTime(text, call.services.engine.clock.now())
  if (time !== null) return time
  throw usage(
    call.command,
    `--expires must be a day or a time with zone (ISO 8601), or like 2h, 3d, 2w, not "${text}"`,
  )
}
