/** Service payloads: what requests about other MCP servers must carry. */
import { file, nothing, object } from './payload-parts.js'

const serviceName = { type: 'string', minLength: 1, maxLength: 64 }
/** Names in a file of another program. */
const serviceNames = { type: 'array', minItems: 1, maxItems: 200, items: { type: 'string', maxLength: 1_024 } }
const serviceText = { type: 'string', maxLength: 32_768 }
const serviceTexts = { type: 'object', maxProperties: 200, additionalProperties: serviceText }
const serviceDraft = {
  oneOf: [
    object(
      { type: { const: 'stdio' }, command: file, args: { type: 'array', maxItems: 200, items: serviceText } },
      { env: serviceTexts, cwd: { type: 'string', maxLength: 4_096 } },
    ),
    object({ type: { enum: ['http', 'sse'] }, url: { type: 'string', maxLength: 8_192 } }, { headers: serviceTexts }),
    object({ type: { const: 'embedded' }, module: file }, { config: { type: 'object', maxProperties: 200 } }),
  ],
}

export const servicePayloads = {
  'services:list': nothing,
  'services:add': object({ name: serviceName, draft: serviceDraft }),
  'services:edit': object({ name: serviceName, draft: serviceDraft }),
  'services:remove': object({ name: serviceName }),
  'services:start': object({ name: serviceName }),
  'services:stop': object({ name: serviceName }),
  'services:restart': object({ name: serviceName }),
  'services:sign-in': object({ name: serviceName }),
  'services:sign-out': object({ name: serviceName }),
  'services:log': object({ name: serviceName }),
  'services:sources': nothing,
  'services:choose-file': nothing,
  'services:choose-module': nothing,
  'services:preview-import': object({ file, names: serviceNames }),
  'services:import': object({ file, names: serviceNames, expected: { type: 'string', pattern: '^[0-9a-f]{64}$' } }),
  'services:undo-import': object({ file }),
}
