/** Results: how a call ended, as an MCP client and its model read it. Specification 2, section 4. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { deprecationNotice } from '../../contract/deprecation.js'
import { toolNameOf } from '../../contract/tool-name.js'
import { envelopeOf, errorOf } from '../../gateway/call-answer.js'
import type { CallReport } from '../../gateway/call-path.js'
import { documented } from '../../http/error-guide.js'

/**
 * @param title of the capability, for the text a person reads
 * @param origin of the door, where it is known: for the link to what an error means
 */
export function resultOf(report: CallReport, title: string, origin?: string): CallToolResult {
  const { outcome, deprecated } = report
  const notice = deprecated ? [{ type: 'text' as const, text: deprecationNotice(deprecated, toolNameOf) }] : []
  const envelope = envelopeOf(report)
  if (outcome.kind === 'done') {
    return {
      content: [{ type: 'text', text: `${title}: ${JSON.stringify(outcome.data)}` }, ...notice],
      structuredContent: { success: true, data: outcome.data, ...envelope },
    }
  }
  const error = errorOf(outcome)
  const code = clientCodeOf(error.code)
  return {
    isError: true,
    content: [{ type: 'text', text: `${error.message} ${error.suggestion} (${code})` }, ...notice],
    structuredContent: {
      success: false,
      error: { ...documented(error, origin), code, contractCode: error.code },
      ...envelope,
    },
  }
}

/** `PERMISSION.DENIED` → `E_PERMISSION_DENIED`. */
export const clientCodeOf = (code: string): string => `E_${code.replaceAll('.', '_')}`
