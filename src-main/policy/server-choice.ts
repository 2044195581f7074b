/**
 * Server choice: the server of a call, from the client's arguments.
 *
 * When several servers offer a capability, it has a `server` argument. With one server there is none, and a parameter
 * of the capability may have that name.
 */
import type { JsonObject, ServerReference } from '@contract/call.js'
import type { CapabilityManifest, ObjectSchema } from '@contract/generated/capability-manifest.js'

/** Name of the argument that says which server. */
export const serverArgument = 'server'

/** What one server offers; the gateway's `Offer` is one. */
export interface ServerOption {
  readonly manifest: CapabilityManifest
  readonly link: { readonly server: ServerReference }
}

/** Offers that can be called; what one server calls an event hides nothing of the others. */
export const callable = <Offer extends ServerOption>(offers: readonly Offer[]): readonly Offer[] =>
  offers.filter(({ manifest }) => manifest.type !== 'event')

/** Names where they are unique, otherwise ids. */
export function serverNames(offers: readonly ServerOption[]): string[] {
  const bearers = new Map<string, number>()
  for (const { link } of offers) bearers.set(link.server.name, (bearers.get(link.server.name) ?? 0) + 1)
  return offers.map(({ link: { server } }) => (bearers.get(server.name) === 1 ? server.name : server.id))
}

/** The arguments of a capability, with the choice of a server where there is one. */
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

export interface Chosen {
  /** Absent where none was named. */
  readonly server?: string
  readonly arguments: JsonObject
}

/** What a client gave, parted into the server it names and the capability's own arguments. */
export function chosenServer(given: JsonObject, manifest: CapabilityManifest, offers: readonly ServerOption[]): Chosen {
  const { [serverArgument]: named, ...rest } = given
  const isChoice = offers.length > 1 || !(serverArgument in propertiesOf(manifest))
  if (named === undefined || !isChoice) return { arguments: given }
  return { server: typeof named === 'string' ? named : JSON.stringify(named), arguments: rest }
}

const propertiesOf = ({ parameters }: CapabilityManifest): object =>
  (parameters as { properties?: object } | undefined)?.properties ?? {}
