import { Refusal, redactServerUrl, StoreFailure } from '../../../core/values/index.ts'

type Code = StoreFailure['code']

/** By the error code of Postgres, or its first two characters. */
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
  // The statements are tested, so another program changed the schema.
  '42': 'store-damaged',
  // A schema that does not exist, or a setting that the server does not accept.
  '3F': 'store-refused',
  '22023': 'store-refused',
  '23': 'store-damaged',
}

const network = /^(E[A-Z_]+|CERT_[A-Z_]+|[A-Z_]*(CERT|SIGNED)[A-Z_]*)$/
const lost = /timeout|terminated|connection|ssl|tls|sasl|scram|password|invalid url|database url/i

/** Turns an error of Postgres, its driver or the network into a StoreFailure, without the password. Returns any other error as it is. */
export function translatePostgresError(error: unknown, url: string): unknown {
  if (error instanceof StoreFailure) return nameServer(error, url)
  if (error instanceof Refusal || !(error instanceof Error)) return error
  const code = findFailureCode(error)
  return code === null
    ? error
    : new StoreFailure(code, `${redactServerUrl(url)}: ${removePassword(pickMessage(error), url)}`)
}

/** A failure that the store found itself does not name the server. */
function nameServer({ code, message }: StoreFailure, url: string): StoreFailure {
  const server = redactServerUrl(url)
  return new StoreFailure(code, message.startsWith(server) ? message : `${server}: ${message}`)
}

function findFailureCode(error: Error): Code | null {
  const code = String((error as { code?: unknown }).code ?? '')
  const known = codes[code] ?? (code.length === 5 ? codes[code.slice(0, 2)] : undefined)
  if (known !== undefined) return known
  if (error instanceof AggregateError || network.test(code) || lost.test(error.message))
    return 'store-unreachable'
  // An error of the server that the table above does not know. Five characters are its form of a code.
  return /^[0-9A-Z]{5}$/.test(code) ? 'store-failed' : null
}

/** If several hosts were tried, uses the reason of the first. */
function pickMessage(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : []
  return first instanceof Error ? first.message : error.message
}

function removePassword(message: string, url: string): string {
  const password = URL.parse(url)?.password ?? ''
  const spellings = [password, decode(password)].filter((spelling) => spelling !== '')
  return spellings.reduce(
    (text, spelling) => text.replaceAll(spelling, '***'),
    message.replaceAll(url, redactServerUrl(url)),
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
