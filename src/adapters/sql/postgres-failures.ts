import { Refusal, StoreFailure, serverOf } from '../../core/values/index.ts'

type Code = StoreFailure['code']

/** By the code of Postgres, or its first two letters. */
const codes: Readonly<Record<string, Code>> = {
  '08': 'store-unreachable',
  '28': 'store-unreachable',
  '3D': 'store-unreachable',
  '53': 'store-unreachable',
  '57': 'store-unreachable',
  '58': 'store-unreachable',
  '53100': 'store-full',
  '25006': 'store-read-only',
  '42501': 'store-read-only',
  '40001': 'store-locked',
  '40P01': 'store-locked',
  '55P03': 'store-locked',
  XX: 'store-damaged',
  // Our statements are right: the schema is not ours any more.
  '42': 'store-damaged',
  '23': 'store-damaged',
}

const network = /^(E[A-Z_]+|CERT_[A-Z_]+|[A-Z_]*(CERT|SIGNED)[A-Z_]*)$/
const lost = /timeout|terminated|connection|ssl|tls|sasl|scram|password|invalid url|database url/i

/** What Postgres, its driver or the network says, in our words and without the password. */
export function postgresFailure(error: unknown, url: string): unknown {
  if (error instanceof StoreFailure || error instanceof Refusal || !(error instanceof Error)) return error
  const ours = codeOf(error)
  return ours === null
    ? error
    : new StoreFailure(ours, `${serverOf(url)}: ${withoutPassword(messageOf(error), url)}`)
}

function codeOf(error: Error): Code | null {
  const code = String((error as { code?: unknown }).code ?? '')
  const known = codes[code] ?? (code.length === 5 ? codes[code.slice(0, 2)] : undefined)
  if (known !== undefined) return known
  if (error instanceof AggregateError || network.test(code) || lost.test(error.message))
    return 'store-unreachable'
  return null
}

/** Where several hosts were tried, the first reason stands for all. */
function messageOf(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : []
  return first instanceof Error ? first.message : error.message
}

function withoutPassword(message: string, url: string): string {
  const password = URL.parse(url)?.password ?? ''
  const spellings = [password, decoded(password)].filter((spelling) => spelling !== '')
  return spellings.reduce(
    (text, spelling) => text.replaceAll(spelling, '***'),
    message.replaceAll(url, serverOf(url)),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
