/** `get_tool_manifest`: everything a manifest says, with schemas and examples. See docs/protocol.md#mcp-own-tools. */
import { GatewayError } from '../../../contract/gateway-error.js'
import type { ObjectSchema } from '../../../contract/generated/capability-manifest.js'
import { product } from '../../../contract/product.js'
import { jsonData, modelText, ownSentence, quoted } from '../../../policy/model-text.js'
import { audited } from '../../../policy/risk.js'
import { manifestsOf, offersNamed, type ToldManifest } from '../manifests.js'
import { describe, type MetaTool, ownIdOf, refused, succeeded } from './meta-tool.js'

/** A tool of ours as a manifest: no server offers it, and nobody is asked about it. */
const manifestOfOwn = ({ tool, examples }: MetaTool): ToldManifest => ({
  id: ownIdOf(tool.name),
  version: product.version,
  type: 'context',
  name: tool.title ?? tool.name,
  description: tool.description ?? '',
  provider: { ...product },
  parameters: tool.inputSchema as ObjectSchema,
  ...(tool.outputSchema && { returns: tool.outputSchema as ObjectSchema }),
  risk: audited({ level: 'low', reason: 'Only reads.' }),
  permissions: [],
  tags: ['gatehouse', 'context'],
  examples: [...examples],
  toolName: tool.name,
  servers: [],
})

export const getToolManifest: MetaTool = {
  tool: describe({
    name: 'get_tool_manifest',
    title: 'Read the manifest of a tool',
    description:
      'Reads everything there is to know of a tool or an event: parameters and results as JSON Schema, examples, risk and what it demands, permissions, rate limit, version, and which servers offer it. Use it when a call was refused because of its arguments, or to see which filter an event takes. Not needed before every call: the list of tools has the parameters.',
    parameters: {
      type: 'object',
      required: ['name'],
      properties: {
        name: {
          type: 'string',
          minLength: 1,
          maxLength: 128,
          description:
            'Name of the tool, for example "world_time_set" or "list_servers", or id of the capability, for example "player.join".',
        },
      },
    },
    returns: {
      type: 'object',
      required: ['manifests'],
      properties: {
        manifests: {
          type: 'array',
          description: 'One for each wording: servers that offer the same share one.',
          items: { type: 'object', required: ['id', 'version', 'type', 'risk', 'servers'] },
        },
      },
    },
  }),
  examples: [{ name: 'Everything about setting the time', parameters: { name: 'world_time_set' } }],
  async call({ name }, context) {
    const own = context.ownTools.get(String(name))
    const manifests = own
      ? [manifestOfOwn(own)]
      : manifestsOf(offersNamed(context.gateway.capabilitiesFor(context.caller), String(name)))
    const [first] = manifests
    if (!first) {
      return refused(
        new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND', {
          message: `There is no tool and no event ${quoted(String(name), 128)}.`,
          suggestion: 'List the tools again, or list_servers to see what waits until the owner accepts it.',
        }),
        context,
      )
    }
    const { id, version, risk } = first
    const title = own ? ownSentence(first.name) : quoted(first.name)
    const text = modelText`${ownSentence(`${id} ${version}`)}: ${title}. Risk: ${ownSentence(risk.level)}.\n${jsonData(manifests)}`
    return succeeded(text, { manifests }, context)
  },
}
