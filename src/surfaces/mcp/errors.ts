import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { getErrorMessage, Refusal, type RefusalCode } from '../../core/values/index.ts'

/** Refusals that are the client's fault. All others are internal errors. */
const invalid: readonly RefusalCode[] = ['usage', 'unknown-level', 'level-out-of-range', 'not-trusted']
const absent: readonly RefusalCode[] = ['unknown-address', 'source-missing']

/** The data of a missing resource is only its URI; clients recognise the case by it. */
export function makeReadError(error: unknown, uri: string): ProtocolError {
  if (error instanceof Refusal && absent.includes(error.code)) {
    return new ResourceNotFoundError(uri, formatRefusal(error))
  }
  return makeProtocolError(error, { uri })
}

export async function withProtocolErrors<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer()
  } catch (error) {
    throw makeProtocolError(error)
  }
}

export function makeProtocolError(
  error: unknown,
  data: Readonly<Record<string, unknown>> = {},
): ProtocolError {
  if (error instanceof ProtocolError) return error
  if (!(error instanceof Refusal))
    return new ProtocolError(ProtocolErrorCode.InternalError, getErrorMessage(error), data)
  const isClientFault = invalid.includes(error.code) || absent.includes(error.code)
  const code = isClientFault ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
  return new ProtocolError(code, formatRefusal(error), { ...data, code: error.code })
}

/** The message followed by the fix. */
export function formatRefusal({ message, fix }: Refusal): string {
  return fix === undefined ? message : `${message} ${fix}`
}
