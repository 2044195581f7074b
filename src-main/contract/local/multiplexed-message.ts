/**
 * Multiplexed message: the messages of a multiplexed connection between the stdio bridge and the gateway, which has less
 * overhead than HTTP.
 *
 * It is opened by `CONNECT` with the client's token, so it passes all checks of the listener. Each line is a JSON head,
 * a tab and a body. JSON escapes tabs and line breaks, so the first tab ends the head.
 */

/** The target of the `CONNECT` request. */
export const connectTarget = 'mcp.gatehouse:1'

/** Maximum number of bytes of a message. */
export const maxMultiplexedBytes = 256 * 1024

/** Sent by the client: one message as the body, or the end of the exchange. */
export interface RequestMessage {
  /** Chosen by the client, unique per connection. */
  readonly exchange: number
  /** `MCP-Session-Id`, `MCP-Protocol-Version` and `Gatehouse-Wait`. */
  readonly session?: string | undefined
  readonly version?: string | undefined
  readonly wait?: string | undefined
  readonly gone?: true
}

/**
 * Sent by the gateway: a whole response has a status and a body; a stream begins, continues (its text as JSON) and
 * ends.
 */
export interface ResponseMessage {
  readonly exchange: number
  readonly status?: number
  readonly session?: string | undefined
  readonly stream?: 'begins' | 'goes-on' | 'ends'
}

/** @param body without line ends */
export const serializeLine = (head: RequestMessage | ResponseMessage, body: string): string =>
  `${JSON.stringify(head)}\t${body}\n`

export interface MessageLine<Head> {
  readonly head: Head
  readonly body: string
}

/** Returns undefined when the line is not a valid request. */
export function parseRequestLine(line: string): MessageLine<RequestMessage> | undefined {
  const { head, body } = partsOf(line)
  if (!isHead(head) || !isText(head.session) || !isText(head.version) || !isText(head.wait)) return undefined
  const { exchange, session, version, wait } = head
  return {
    head: {
      exchange,
      session,
      version,
      ...(wait !== undefined && { wait }),
      ...(head.gone === true && { gone: true }),
    },
    body,
  }
}

/** Returns undefined when the line is not a valid response. */
export function parseResponseLine(line: string): MessageLine<ResponseMessage> | undefined {
  const { head, body } = partsOf(line)
  if (!isHead(head) || !isText(head.session)) return undefined
  const { exchange, session, status, stream } = head
  if (status !== undefined && !Number.isSafeInteger(status)) return undefined
  if (stream !== undefined && !['begins', 'goes-on', 'ends'].includes(stream as string)) return undefined
  return { head: { exchange, session, status, stream } as ResponseMessage, body }
}

function partsOf(line: string): { head: unknown; body: string } {
  const tab = line.indexOf('\t')
  try {
    return { head: JSON.parse(line.slice(0, tab)), body: line.slice(tab + 1) }
  } catch {
    return { head: undefined, body: '' }
  }
}

const isHead = (head: unknown): head is Record<string, unknown> & { exchange: number } =>
  typeof head === 'object' && head !== null && Number.isSafeInteger((head as { exchange?: unknown }).exchange)

const isText = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string'
