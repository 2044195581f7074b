/**
 * Either era: connects to a server whose era of the protocol is not known.
 *
 * Servers that exit on the unknown request are restarted without it, and not probed again.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { SseError } from '@modelcontextprotocol/client'
import type { AdapterDependencies } from './adapter-dependencies.js'
import type { Connected } from './connection.js'
import { OtherWire } from './wire.js'

/** Milliseconds for a program to report its era; a slower one is used with the older era. */
export const programProbeMs = 10_000
export const remoteProbeMs = 5_000

export const asked = (timeoutMs: number) => ({ versionNegotiation: { mode: 'auto', probe: { timeoutMs } } }) as const

/** @param begin connects; `asks`: after detecting the era */
export async function inEitherEra<Kind extends Pick<Connected, 'client'>>(
  name: string,
  { eras, signal }: Pick<AdapterDependencies, 'eras'> & { readonly signal: AbortSignal },
  begin: (asks: boolean) => Promise<Kind>,
): Promise<Kind> {
  if (eras.get(name) !== 'legacy') {
    try {
      const connected = await begin(true)
      eras.set(name, connected.client.getProtocolEra() ?? 'legacy')
      return connected
    } catch (thrown) {
      if (signal.aborted || !mayBeOfTheQuestion(thrown)) throw thrown
    }
  }
  const connected = await begin(false)
  eras.set(name, 'legacy')
  return connected
}

/** Skipped when it was never reached, when a person has to sign in, or when its messages have another form. */
function mayBeOfTheQuestion(thrown: unknown): boolean {
  if (thrown instanceof OtherWire || thrown instanceof SseError) return false
  return !(thrown instanceof GatewayError) || thrown.details?.reason === 'ended'
}
