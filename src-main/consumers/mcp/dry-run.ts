/**
 * Dry run: the argument of a tool that asks what would happen. See docs/protocol.md#calls-dry-run (`supportsDryRun`).
 *
 * Guards that an action with a `dryRun` of its own gets it: then it is the server's, and Gatehouse offers none.
 */
import type { Tool } from '@modelcontextprotocol/server'
import type { JsonObject } from '../../contract/call.js'
import type { CapabilityManifest } from '../../contract/generated/capability-manifest.js'

const dryRunArgument = 'dryRun'

type Described = Pick<CapabilityManifest, 'type' | 'parameters'>

export const supportsDryRun = ({ type, parameters }: Described): boolean =>
  type === 'action' && !Object.hasOwn((parameters?.properties as object | undefined) ?? {}, dryRunArgument)

export const withDryRun = (schema: Tool['inputSchema'], manifest: Described): Tool['inputSchema'] =>
  supportsDryRun(manifest)
    ? {
        ...schema,
        properties: {
          ...schema.properties,
          [dryRunArgument]: {
            type: 'boolean',
            default: false,
            description: 'true: only tells what would happen, with risk and state before. Nothing is asked or done.',
          },
        },
      }
    : schema

/** Anything but a plain `false` asks for a dry run: a client that writes "true" must not run it by mistake. */
export function dryRunOf(manifest: Described, given: JsonObject): { dryRun: boolean; given: JsonObject } {
  if (!supportsDryRun(manifest)) return { dryRun: false, given }
  const { [dryRunArgument]: asked = false, ...rest } = given
  return { dryRun: asked !== false, given: rest }
}
