/** Options of the headless program, from its command line. */
import { parseArgs } from 'node:util'
import { serverIdOf } from '../contract/server-address.js'

export const usage = [
  'Usage: headless [--profile DIR] [--http-port N] [--simulator] [--control stdin]',
  '                [--agent ws://HOST:PORT --agent-token TOKEN]...',
].join('\n')

export interface HeadlessOptions {
  readonly profile: string | undefined
  readonly httpPort: number
  readonly simulator: boolean
  readonly controlledByStdin: boolean
  readonly agents: readonly { readonly id: string; readonly address: string; readonly token: string }[]
}

/** @throws Error with the usage when the command line is not one */
export function parseOptions(args: readonly string[]): HeadlessOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      profile: { type: 'string' },
      'http-port': { type: 'string', default: '0' },
      simulator: { type: 'boolean', default: false },
      control: { type: 'string' },
      agent: { type: 'string', multiple: true, default: [] },
      'agent-token': { type: 'string', multiple: true, default: [] },
    },
  })
  const httpPort = Number(values['http-port'])
  const { agent: addresses, 'agent-token': tokens, control } = values
  if (values['http-port'].trim() === '' || !Number.isInteger(httpPort) || httpPort < 0 || httpPort > 65_535)
    throw new Error(`--http-port: 0 to 65535\n${usage}`)
  if (control !== undefined && control !== 'stdin') throw new Error(`--control takes only stdin\n${usage}`)
  if (tokens.length !== addresses.length || tokens.includes(''))
    throw new Error(`Each --agent needs an --agent-token\n${usage}`)
  return {
    profile: values.profile,
    httpPort,
    simulator: values.simulator,
    controlledByStdin: control === 'stdin',
    agents: addresses.map((address, index) => ({ id: serverIdOf(address), address, token: tokens[index] ?? '' })),
  }
}
