/**
 * Wire: recognizes a program that speaks the older dialect of MCP. See docs/protocol.md#mcp-legacy.
 *
 * Such a program is started again with the settings it needs. Settings in the configuration are never overruled: the
 * failure then names the one to change.
 */
import type { GatewayError } from '@contract/gateway-error.js'
import { serviceError } from '@contract/service-error.js'
import { ProtocolError } from '@modelcontextprotocol/client'
import type { LogTail } from '../process/log-tail.js'
import type { Wire } from './adapter-dependencies.js'

/** The program speaks this way, as its first output shows. */
export class OtherWire extends Error {
  readonly found: Wire

  constructor(found: Wire) {
    super(reasonFor(found))
    this.found = found
  }
}

/** Newline, then frames, then frames with the methods of the older dialect. */
const maxAttempts = 3

export interface WireOptions<Kind> {
  /** Settings of the configuration. */
  readonly stated: Wire
  /** As recognized at an earlier start; updated. */
  readonly wires: Map<string, Wire>
  readonly name: string
  readonly log: LogTail
  readonly begin: (wire: Wire) => Promise<Kind>
}

/** @throws Error as `begin` does; GatewayError 2001 when the configuration states another wire */
export async function onFoundWire<Kind>({ stated, wires, name, log, begin }: WireOptions<Kind>): Promise<Kind> {
  let wire: Wire = { ...wires.get(name), ...stated }
  for (let attempt = 1; ; attempt += 1) {
    try {
      const connected = await begin(wire)
      wires.set(name, wire)
      return connected
    } catch (thrown) {
      wires.delete(name)
      if (!(thrown instanceof OtherWire)) throw thrown
      if (contradicts(stated, thrown.found) || attempt === maxAttempts) throw otherWireFailure(thrown)
      log.add(`(${thrown.message} It is started again with ${settingsOf(thrown.found)}.)`)
      wire = { ...wire, ...thrown.found }
    }
  }
}

/** Whether a server refused `initialize` as a method that it does not know. */
export const refusesInitialize = (thrown: unknown): boolean =>
  thrown instanceof ProtocolError && unknownMethod.has(thrown.code)

const unknownMethod: ReadonlySet<number> = new Set([-32_601, -32_600])

const contradicts = (stated: Wire, found: Wire): boolean =>
  (['framing', 'dialect'] as const).some((key) => found[key] !== undefined && stated[key] !== undefined)

const reasonFor = ({ framing }: Wire): string =>
  framing === undefined
    ? 'The service does not know the method "initialize" of MCP.'
    : 'The service sends its messages in frames with a Content-Length.'

const settingsOf = (found: Wire): string =>
  Object.entries(found)
    .map(([name, value]) => `"${name}": "${value}"`)
    .join(', ')

const otherWireFailure = ({ message, found }: OtherWire): GatewayError =>
  serviceError(2001, {
    message: `The service could not start: ${message}`,
    suggestion: `Set ${settingsOf(found)} for it in services.json.`,
    details: { reason: 'wire', setting: settingsOf(found) },
  })
