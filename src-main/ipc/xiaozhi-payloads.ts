/** XiaoZhi payloads: what requests about voice devices must carry. */
import { clientLimits } from '../contract/client.js'
import { xiaozhiLimits } from '../contract/xiaozhi.js'
import { id, nothing, object } from './payload-parts.js'

const { resultBytes, address: longestAddress } = xiaozhiLimits
const xiaozhiAddress = { type: 'string', maxLength: longestAddress }

export const xiaozhiPayloads = {
  'xiaozhi:state': nothing,
  'xiaozhi:test': object({ address: xiaozhiAddress }),
  'xiaozhi:add': object({
    name: { type: 'string', maxLength: clientLimits.name },
    address: xiaozhiAddress,
    language: { enum: ['en', 'zh'] },
  }),
  'xiaozhi:change': object({
    id,
    change: object(
      {},
      {
        enabled: { type: 'boolean' },
        language: { enum: ['en', 'zh'] },
        tools: { type: ['array', 'null'], maxItems: 1_000, items: { type: 'string', maxLength: 128 } },
        resultBytes: { type: 'integer', minimum: resultBytes.least, maximum: resultBytes.most },
      },
    ),
  }),
  'xiaozhi:readdress': object({ id, address: xiaozhiAddress }),
  'xiaozhi:remove': object({ id }),
  'xiaozhi:connect': object({ id }),
}
