import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { getErrorMessage } from '../../core/values/index.ts'

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>

/** The two requests whose response has instructions. */
const greetings: ReadonlySet<string> = new Set(['initialize', 'server/discover'])

/** Extends the SDK's server: tells errors of the client from internal errors, and makes instructions on request. */
export class StrictServer extends Server {
  /** Called when the client is known. Never called for a server that was made for another request. */
  instructions: (context: ServerContext) => Promise<string> = async () => ''
  /** Made once per connection, because each injection is recorded. */
  private made: Promise<string> | undefined

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const strict = super._wrapHandler(method, (request, context) =>
      withParamsErrors(method, () => handler(request, context)),
    )
    return greetings.has(method)
      ? async (request, context) => this.addInstructions(await strict(request, context), context)
      : strict
  }

  private async addInstructions(result: Result, context: ServerContext): Promise<Result> {
    this.made ??= this.instructions(context)
    const instructions = await this.made
    return instructions === '' ? result : { ...result, instructions }
  }
}

/** Our handlers throw only protocol errors. Other errors come from the SDK and mean that the parameters do not match its schema. */
async function withParamsErrors(method: string, answer: () => Promise<Result>): Promise<Result> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Invalid parameters of ${method}: ${getErrorMessage(error)}`,
    )
  }
}
