/**
 * Plain errors: a client never receives the texts of the SDK's validation. See docs/protocol.md#mcp-errors.
 *
 * Wrong parameters become one sentence and -32602, with the error of the contract as data. An error of a service is
 * passed on as it is, whatever its text: only the SDK's own errors are rewritten.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { isObject, parseJson } from '@contract/json/json-object.js'
import { type JSONRPCMessage, type RequestId, Server, type Transport } from '@modelcontextprotocol/server'
import { withDocumentationLink } from '../../network/http/error-links.js'
import { quoted } from '../../policy/text/model-text.js'
import { invalidParams, isErrorOfService } from './protocol-errors.js'

const methodNotFound = -32_601
const internalError = -32_603
/** Characters of an error's message that are searched. */
const maxMessageLength = 64 * 1024

export class PlainErrorServer extends Server {
  /** Of the listener, for links to explanations. */
  origin: string | undefined
  /** Requests that end with the error of a service. */
  readonly #relaying = new Set<RequestId>()

  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport)
    transport.send = (message, options) => {
      const isRelayed = 'error' in message && message.id !== undefined && this.#relaying.delete(message.id)
      return send(isRelayed ? message : withPlainError(message, this.origin), options)
    }
    await super.connect(transport)
  }

  protected override _wrapHandler(...[method, handler]: Parameters<Server['_wrapHandler']>): typeof handler {
    const wrapped = super._wrapHandler(method, handler)
    return async (request, context) => {
      try {
        return await wrapped(request, context)
      } catch (thrown) {
        const { id, signal } = context.mcpReq
        // The SDK sends nothing for a cancelled request.
        if (!signal.aborted && isErrorOfService(thrown)) this.#relaying.add(id)
        throw thrown
      }
    }
  }
}

export function withPlainError(message: JSONRPCMessage, origin: string | undefined): JSONRPCMessage {
  if (!('error' in message)) return message
  const { error } = message
  if (error.message.startsWith(toolResult)) {
    return { ...message, error: { code: internalError, ...plain(wrongResult(parameterProblem(error.message))) } }
  }
  const problem = parameterProblem(error.message)
  if (problem !== undefined) return { ...message, error: { code: invalidParams, ...plain(wrongParameters(problem)) } }
  if (error.code !== methodNotFound || error.message !== 'Method not found' || error.data !== undefined) return message
  return { ...message, error: { code: methodNotFound, ...plain(unknownMethod) } }

  function plain(failure: GatewayError) {
    return {
      message: `${failure.message} ${failure.suggestion}`,
      data: withDocumentationLink(failure, origin),
    }
  }
}

const wrongParameters = (problem: string): GatewayError =>
  new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', {
    message: `The parameters are not valid: ${problem}.`,
    suggestion: 'Correct them and send the request again.',
  })

const wrongResult = (problem = 'a value is missing or not valid'): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_RESPONSE', {
    message: `The result of the tool is not valid: ${problem}. The call was made.`,
    suggestion: 'Correct the service of the tool.',
  })

const unknownMethod = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'There is no such method in this revision of the protocol.',
  suggestion: 'Use a method of the revision that was agreed.',
})

/** The first problem in a text of the SDK's validation; undefined for any other text. */
function parameterProblem(text: string): string | undefined {
  if (text.length > maxMessageLength) return undefined
  if (text.startsWith(taskParams)) return problemOfPath(text.slice(taskParams.length).split(': ')[1]?.split('.') ?? [])
  const [first] = issuesIn(text)
  if (!first) return undefined
  const { path, expected, values } = first
  const names = path[0] === 'params' ? path.slice(1) : path
  if (typeof expected === 'string') return `${subject(names)} must be ${kinds[expected] ?? 'another kind of value'}`
  if (Array.isArray(values))
    return `${subject(names)} must be one of ${values.map((one) => quoted(`${one}`)).join(', ')}`
  return problemOfPath(names)
}

const taskParams = 'Invalid params for '
const toolResult = 'Invalid tools/call result: '

const problemOfPath = (path: readonly string[]): string => `${subject(path)} is missing or not valid`

const subject = (path: readonly string[]): string => (path.length === 0 ? 'a value' : quoted(path.join('.')))

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  record: 'an object',
  object: 'an object',
  array: 'a list',
}

interface Issue {
  readonly path: readonly string[]
  readonly expected?: unknown
  readonly values?: unknown
}

function issuesIn(text: string): readonly Issue[] {
  const begin = text.indexOf('[')
  if (begin === -1 || !text.endsWith(']')) return []
  const issues = parseJson(text.slice(begin))
  if (!Array.isArray(issues) || !issues.every(isIssue)) return []
  return issues.map(({ path, ...rest }) => ({ ...rest, path: path.map(String) }))
}

const isIssue = (value: unknown): value is { readonly path: readonly unknown[] } =>
  isObject(value) && typeof value.code === 'string' && typeof value.message === 'string' && Array.isArray(value.path)
