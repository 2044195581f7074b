/** Options of the headless program, from its command line. */
import { parseArgs } from 'node:util'
import { serverIdOf } from '../contract/server-address.js'
import { fingerprintOf } from '../network/certificate-check.js'

export const usage = [
  'Usage: headless [--profile DIR] [--http-port N] [--simulator] [--control stdin]',
  '                [--agent ws://HOST:PORT --agent-token TOKEN [--agent-certificate FINGERPRINT]]...',
].join('\n')

export interface HeadlessAgent {
  readonly id: string
  readonly address: string
  readonly token: string
  /** SHA-256 fingerprint of the only certificate that will do. */
  readonly certificate?: string
}

export interface HeadlessOptions {
  readonly profile: string | undefined
  readonly httpPort: number
  readonly simulator: boolean
  readonly controlledByStdin: boolean
  readonly agents: readonly HeadlessAgent[]
}

/** @throws Error with the usage when the command line is not one */
export function parseOptions(args: readonly string[]): HeadlessOptions {
  const { values, tokens: given } = parseArgs({
    tokens: true,
    args: [...args],
    options: {
      profile: { type: 'string' },
      'http-port': { type: 'string', default: '0' },
      simulator: { type: 'boolean', default: false },
      control: { type: 'string' },
      agent: { type: 'string', multiple: true, default: [] },
      'agent-token': { type: 'string', multiple: true, default: [] },
      'agent-certificate': { type: 'string', multiple: true, default: [] },
    },
  })
  const httpPort = Number(values['http-port'])
  const { agent: addresses, 'agent-token': tokens, control } = values
  if (values['http-port'].trim() === '' || !Number.isInteger(httpPort) || httpPort < 0 || httpPort > 65_535)
    throw new Error(`--http-port: 0 to 65535\n${usage}`)
  if (control !== undefined && control !== 'stdin') throw new Error(`--control takes only stdin\n${usage}`)
  if (tokens.length !== addresses.length || tokens.includes(''))
    throw new Error(`Each --agent needs an --agent-token\n${usage}`)
  const certificates = certificatesOf(given)
  return {
    profile: values.profile,
    httpPort,
    simulator: values.simulator,
    controlledByStdin: control === 'stdin',
    agents: addresses.map((address, index) => {
      const certificate = certificates.get(index)
      return { id: serverIdOf(address), address, token: tokens[index] ?? '', ...(certificate && { certificate }) }
    }),
  }
}

/** Which of the agents, counted from 0 → its certificate: it belongs to the agent that was named last before it. */
function certificatesOf(
  given: readonly { readonly kind: string; readonly name?: string; readonly value?: string | undefined }[],
) {
  const certificates = new Map<number, string>()
  let agent = -1
  for (const { kind, name, value } of given) {
    if (kind === 'option' && name === 'agent') agent += 1
    if (kind !== 'option' || name !== 'agent-certificate') continue
    const certificate = fingerprintOf(value ?? '')
    if (!certificate) throw new Error(`--agent-certificate: 64 hexadecimal digits of SHA-256\n${usage}`)
    if (agent < 0 || certificates.has(agent)) throw new Error(`Each --agent-certificate follows its --agent\n${usage}`)
    certificates.set(agent, certificate)
  }
  return certificates
}
