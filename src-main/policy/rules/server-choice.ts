/**
 * Server choice: the server of a call, from the client's arguments.
 *
 * When several servers offer a capability, it has a `server` argument. With one server there is none, and a parameter
 * of the capability may have that name.
 */
import type { JsonObject, ServerReference } from '@contract/call.js'
import type { CapabilityManifest, ObjectSchema } from '@contract/generated/capability-manifest.js'

/** Name of the argument that selects the server. */
export const serverArgument = 'server'

/** An offer of one server; the gateway's `Offer` implements it. */
export interface ServerOption {
  readonly manifest: CapabilityManifest
  readonly link: { readonly server: ServerReference }
}

/** Offers that can be called. An event of one server does not hide an equally named capability of another. */
export const callable = <Offer extends ServerOption>(offers: readonly Offer[]): readonly Offer[] =>
  offers.filter(({ manifest }) => manifest.type !== 'event')

/** The names of the servers; the id where a name is not unique. */
export function serverNames(offers: readonly ServerOption[]): string[] {
  const counts = new Map<string, number>()
  for (const { link } of offers) counts.set(link.server.name, (counts.get(link.server.name) ?? 0) + 1)
  return offers.map(({ link: { server } }) => (counts.get(server.name) === 1 ? server.name : server.id))
}

/** The argument schema of a capability, with the server argument when there are several servers. */
export function argumentSchema(manifest: CapabilityManifest, offers: readonly ServerOption[]): ObjectSchema {
  const parameters: ObjectSchema = manifest.parameters ?? { type: 'object', properties: {} }
  if (offers.length === 1) return parameters
  const required = Array.isArray(parameters.required) ? (parameters.required as string[]) : []
  return {
    ...parameters,
    required: [...required, serverArgument],
    properties: {
      ...(parameters.properties as object | undefined),
      [serverArgument]: { type: 'string', enum: serverNames(offers), description: 'Which Minecraft server.' },
    },
  }
}

export interface ChosenServer {
  /** Absent when the client named none. */
  readonly server?: string
  readonly arguments: JsonObject
}

/** Separates the server argument from the capability's own arguments. */
export function chosenServer(
  given: JsonObject,
  manifest: CapabilityManifest,
  offers: readonly ServerOption[],
): ChosenServer {
  const { [serverArgument]: named, ...rest } = given
  const isChoice = offers.length > 1 || !(serverArgument in propertiesOf(manifest))
  if (named === undefined || !isChoice) return { arguments: given }
  return { server: typeof named === 'string' ? named : JSON.stringify(named), arguments: rest }
}

const propertiesOf = ({ parameters }: CapabilityManifest): object =>
  (parameters as { properties?: object } | undefined)?.properties ?? {}
