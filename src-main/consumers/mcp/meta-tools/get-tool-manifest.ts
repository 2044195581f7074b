/** `get_tool_manifest`: a complete manifest with schemas and examples. See docs/protocol.md#mcp-own-tools. */
import { GatewayError } from '@contract/gateway-error.js'
import type { ObjectSchema } from '@contract/generated/capability-manifest.js'
import { product } from '@contract/product.js'
import { withAuditLevel } from '../../../policy/risk/risk.js'
import { jsonData, modelText, ownSentence, quoted } from '../../../policy/text/model-text.js'
import { type ManifestEntry, manifestsOf, offersNamed } from '../manifests.js'
import { describe, type MetaTool, ownIdOf, refused, succeeded } from './meta-tool.js'

/** Our own tool as a manifest: no server offers it, and it needs no approval. */
const manifestOfOwn = ({ tool, examples }: MetaTool): ManifestEntry => ({
  id: ownIdOf(tool.name),
  version: product.version,
  type: 'context',
  name: tool.title ?? tool.name,
  description: tool.description ?? '',
  provider: { ...product },
  parameters: tool.inputSchema as ObjectSchema,
  ...(tool.outputSchema && { returns: tool.outputSchema as ObjectSchema }),
  risk: withAuditLevel({ level: 'low', reason: 'Only reads.' }),
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
    holdsTextOfOthers: true,
    description:
      'Returns all details of a tool or an event: parameters and results as JSON Schema, examples, risk and its requirements, permissions, rate limit, version, and which servers offer it. Use it if the arguments of a call were refused, or to see the filter of an event. Not needed before every call: the list of tools has the parameters.',
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
          description: 'Servers with the same manifest share one entry.',
          items: { type: 'object', required: ['id', 'version', 'type', 'risk', 'servers'] },
        },
      },
    },
  }),
  examples: [{ name: 'All details of setting the time', parameters: { name: 'world_time_set' } }],
  async call({ name }, context) {
    const { gateway, caller } = context
    const all = gateway.registry.capabilities()
    const own = context.ownTools.get(String(name))
    const manifests = own
      ? [manifestOfOwn(own)]
      : manifestsOf(offersNamed(gateway.capabilitiesFor(caller), all, String(name)), all)
    const [first] = manifests
    if (!first) {
      return refused(
        new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND', {
          message: `No such tool or event: ${quoted(String(name), 128)}.`,
          suggestion: 'List the tools again. list_servers shows what waits for acceptance by the owner.',
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
