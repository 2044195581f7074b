/** Options: command-line options of the bridge. An unknown option ends it with an error. */
import { parseArgs } from 'node:util'
import { isKeyName, maxKeyNameLength } from '@contract/local/client-key.js'
import { parseWait, waitLimits } from '@contract/local/client-wait.js'
import { isRemoteGatewayName } from '@contract/local/remote-gateway.js'
import { type ClientProtocolName, clientProtocols } from './client-protocol.js'
import { type FramingName, framings } from './framing.js'

export type Options =
  | {
      readonly kind: 'run'
      readonly profile?: string
      /** Name of its key; without one it uses the shared key. */
      readonly client?: string
      /** Name of a gateway on another computer; without one it is the profile's own. */
      readonly gateway?: string
      /** Seconds that the client waits for a tool. */
      readonly wait?: number
      readonly framing: FramingName
      readonly dialect: ClientProtocolName
    }
  | { readonly kind: 'help' }
  /** `why` is a sentence. */
  | { readonly kind: 'wrong'; readonly why: string }

export const help = `Usage: stdio-bridge [--profile DIR] [--client NAME] [--gateway NAME] [--wait SECONDS]
                    [--framing lines|content-length] [--dialect mcp|legacy]

Connects an AI client to Gatehouse over standard input and output. The AI client starts it. Gatehouse shows the
settings for each AI client under Clients. If Gatehouse is not running, the bridge starts it.

  --profile DIR             the data folder of Gatehouse
  --client NAME             use the key of this AI client, so that its rules and limits are its own; without it the
                            program belongs to the group of programs without a key
  --gateway NAME            connect to this gateway on another computer, which was added in Gatehouse; needs --client.
                            The bridge then starts no program
  --wait SECONDS            answer a call that waits for approval after this time, from 1 to 45 (default): for an AI
                            client that ends a tool call sooner
  --framing lines           one message per line (default)
  --framing content-length  a Content-Length header before each message
  --dialect mcp             the published Model Context Protocol (default)
  --dialect legacy          the older methods: mcp/initialize, mcp/listTools, mcp/listResources, mcp/tool/execute,
                            mcp/resource/read
  --help                    shows this help

GATEHOUSE_NO_LAUNCH=1 in the environment: never start Gatehouse.
GATEHOUSE_PROFILE: the folder without --profile. GATEHOUSE_CLIENT: the same for --client.
GATEHOUSE_GATEWAY: the same for --gateway. GATEHOUSE_WAIT: the same for --wait.
GATEHOUSE_PROGRAM: the program to start.
`

/** A setting of an extension as clients pass it: an unset one is empty, or still its placeholder. */
export const given = (value: string | undefined): string | undefined =>
  value === undefined || value === '' || value.startsWith('${') ? undefined : value

export function optionsIn(args: readonly string[], env: Readonly<NodeJS.ProcessEnv> = {}): Options {
  let values: {
    profile?: string | undefined
    client?: string | undefined
    gateway?: string | undefined
    wait?: string | undefined
    framing?: string
    dialect?: string
    help?: boolean | undefined
  }
  try {
    const known = {
      profile: { type: 'string' },
      client: { type: 'string' },
      gateway: { type: 'string' },
      wait: { type: 'string' },
      framing: { type: 'string', default: 'lines' },
      dialect: { type: 'string', default: 'mcp' },
      help: { type: 'boolean' },
    } as const
    values = parseArgs({ args: [...args], options: known, strict: true }).values
  } catch (error) {
    return { kind: 'wrong', why: (error as Error).message }
  }
  const { profile = given(env.GATEHOUSE_PROFILE), client = given(env.GATEHOUSE_CLIENT), framing, dialect } = values
  if (values.help) return { kind: 'help' }
  if (profile === '') return { kind: 'wrong', why: '--profile needs a folder.' }
  if (client !== undefined && !isKeyName(client)) return { kind: 'wrong', why: wrongClient }
  const { gateway = given(env.GATEHOUSE_GATEWAY) } = values
  if (gateway !== undefined && !isRemoteGatewayName(gateway)) return { kind: 'wrong', why: wrongGateway }
  if (gateway !== undefined && client === undefined) return { kind: 'wrong', why: '--gateway needs --client.' }
  if (gateway !== undefined && dialect !== 'mcp') return { kind: 'wrong', why: '--gateway needs --dialect mcp.' }
  const { wait: waitText = given(env.GATEHOUSE_WAIT) } = values
  const wait = waitText === undefined ? undefined : parseWait(waitText)
  if (waitText !== undefined && wait === undefined) return { kind: 'wrong', why: wrongWait }
  if (!isKeyOf(framings, framing)) return { kind: 'wrong', why: `--framing takes ${namesOf(framings)}.` }
  if (!isKeyOf(clientProtocols, dialect)) return { kind: 'wrong', why: `--dialect takes ${namesOf(clientProtocols)}.` }
  return {
    kind: 'run',
    framing,
    dialect,
    ...(profile !== undefined && { profile }),
    ...(client !== undefined && { client }),
    ...(gateway !== undefined && client !== undefined && { gateway }),
    ...(wait !== undefined && { wait }),
  }
}

const wrongClient = `--client takes a name of lower-case letters, digits and hyphens, at most ${maxKeyNameLength} characters.`

const wrongGateway = `--gateway takes a name of lower-case letters, digits and hyphens, at most ${maxKeyNameLength} characters.`

const wrongWait = `--wait takes seconds, from ${waitLimits.least} to ${waitLimits.most}.`

const isKeyOf = <Known extends object>(known: Known, name: string | undefined): name is string & keyof Known =>
  name !== undefined && Object.hasOwn(known, name)

const namesOf = (known: object): string => Object.keys(known).join(' or ')
