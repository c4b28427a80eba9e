import {
  type AddRecordInput,
  addRecord,
  type MemoryAddResult,
  memoryAddOutput,
} from '../../../app/sources/index.ts'
import { parseFutureTime } from '../amounts.ts'
import { manifestChoiceOptions, nowOption, refusalExits, storeOptions } from '../arguments.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { readMemoryStoreChoice } from '../memory-store-choice.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { readOption } from '../read-options.ts'
import { formatTime, joinLines, wrapParagraph } from '../views/lines.ts'

export const memoryAdd = defineCommand({
  name: 'memory add',
  summary: 'Store a note of this session, with secrets removed',
  about: [
    'A note expires and is never authoritative. A person can accept it after "foreword memory promote".',
    'Secrets, credentials and personal data are replaced before the note is stored. A note with a private key or a restricted marking is refused, and nothing is stored.',
  ],
  args: [{ name: 'text', about: 'The note, at most 16 KB; - reads it from standard input', required: true }],
  options: [
    { name: 'class', value: 'CLASS', about: 'One of the content classes in the manifest' },
    { name: 'tag', value: 'TAG', many: true, about: 'A tag to find the note by' },
    {
      name: 'retention',
      value: 'CLASS',
      suggestions: ['short', 'standard', 'extended'],
      about: 'How long to keep the note: short, standard, extended',
    },
    {
      name: 'expires',
      value: 'TIME',
      about: 'Expire earlier: in 2h, 3d or 2w, on a day, or at a time with a zone (ISO 8601)',
    },
    {
      name: 'source-ref',
      value: 'REF',
      many: true,
      about: 'The subject of the note: a file, an address, a work item',
    },
    { name: 'by', value: 'NAME', about: 'The author of the note' },
    ...storeOptions,
    ...manifestChoiceOptions,
    nowOption,
  ],
  examples: [
    'foreword memory add "Imports fail above 5000 rows" --class=risk_note --tag=db',
    'git log -1 --format=%B | foreword memory add - --retention=short',
  ],
  exits: [[0, 'stored'], ...refusalExits],
  outputSchema: memoryAddOutput,
  async run(call) {
    const choice = readMemoryStoreChoice(call)
    const input = readInput(call)
    return addRecord(await call.services.memory(choice), input)
  },
  view: memoryAddView,
})

function readInput(call: CommandCall): AddRecordInput {
  const { parsed, services } = call
  const [text = ''] = parsed.args
  return {
    text: text === '-' ? services.readText(null) : text,
    contentClass: readOption(parsed, 'class') ?? null,
    tags: parsed.options.get('tag') ?? [],
    sourceRefs: parsed.options.get('source-ref') ?? [],
    by: readOption(parsed, 'by') ?? null,
    retention: readOption(parsed, 'retention') ?? null,
    expires: readExpiry(call),
  }
}

function readExpiry(call: CommandCall): string | null {
  const text = readOption(call.parsed, 'expires')
  if (text === undefined) return null
  const time = parseFutureTime(text, call.services.engine.clock.now())
  if (time !== null) return time
  throw makeUsageRefusal(
    call.command,
    `--expires must be like 2h, 3d, 2w, a day, or a time with a zone (ISO 8601), not "${text}"`,
  )
}

export function memoryAddView({ record }: MemoryAddResult): string {
  const { sanitization, policy, content } = record
  const taken = sanitization.redaction_actions.map(({ class: name, count }) => `${name} (${count})`)
  return joinLines([
    record.record_id,
    ...wrapParagraph(
      `Stored as ${content.content_class} until ${formatTime(policy.ttl_expires_at)}. A note is never authoritative.`,
    ),
    ...(taken.length === 0 ? [] : wrapParagraph(`Redacted before storing: ${taken.join(', ')}.`)),
  ])
}
