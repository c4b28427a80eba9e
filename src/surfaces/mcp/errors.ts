import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { getErrorMessage, Refusal, type RefusalCode } from '../../core/values/index.ts'

/** What a refusal is in the protocol. Everything that is not named here is a fault on this side. */
const invalid: readonly RefusalCode[] = ['usage', 'unknown-level', 'level-out-of-range', 'not-trusted']
const absent: readonly RefusalCode[] = ['unknown-address', 'source-missing']

/** A resource that is not there is told apart by the data, which is its URI and nothing else. */
export function readError(error: unknown, uri: string): ProtocolError {
  if (error instanceof Refusal && absent.includes(error.code)) {
    return new ResourceNotFoundError(uri, getErrorText(error))
  }
  return protocolError(error, { uri })
}

export async function guarded<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer()
  } catch (error) {
    throw protocolError(error)
  }
}

export function protocolError(error: unknown, data: Readonly<Record<string, unknown>> = {}): ProtocolError {
  if (error instanceof ProtocolError) return error
  if (!(error instanceof Refusal))
    return new ProtocolError(ProtocolErrorCode.InternalError, getErrorMessage(error), data)
  const asked = invalid.includes(error.code) || absent.includes(error.code)
  const code = asked ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
  return new ProtocolError(code, getErrorText(error), { ...data, code: error.code })
}

/** With what can be done about it. */
export function getErrorText({ message, fix }: Refusal): string {
  return fix === undefined ? message : `${message} ${fix}`
}
