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

/** The two ways in which a client asks who it is talking to. */
const greetings: ReadonlySet<string> = new Set(['initialize', 'server/discover'])

/** The SDK's server with two things more: whose fault an error is, and instructions that are made when somebody asks for them. */
export class StrictServer extends Server {
  /** By then it is known who asks. A server that was made for another request never makes them. */
  instructions: (context: ServerContext) => Promise<string> = async () => ''
  /** Once for each connection, however often it is asked: they are on record like everything that is sent. */
  private made: Promise<string> | undefined

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const strict = super._wrapHandler(method, (request, context) =>
      blaming(method, () => handler(request, context)),
    )
    return greetings.has(method)
      ? async (request, context) => this.instructed(await strict(request, context), context)
      : strict
  }

  private async instructed(result: Result, context: ServerContext): Promise<Result> {
    this.made ??= this.instructions(context)
    const instructions = await this.made
    return instructions === '' ? result : { ...result, instructions }
  }
}

/** Our handlers end in protocol errors only: what else is thrown is the SDK's, about parameters that its schema does not know. */
async function blaming(method: string, answer: () => Promise<Result>): Promise<Result> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `The parameters of ${method} are wrong: ${getErrorMessage(error)}`,
    )
  }
}
