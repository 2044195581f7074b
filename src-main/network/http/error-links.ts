/** Error links: an error in its wire format, with a link to the explanation of its code. */
import type { GatewayError } from '@contract/gateway-error.js'
import type { ContractError } from '@contract/generated/error.js'

/** Path of the page that explains every code. */
export const guidePath = '/errors'

/**
 * An error in its wire format, with a link to the explanation of its code.
 *
 * @param origin of the listener, for example `http://127.0.0.1:51234`; no link when it is unknown
 */
export const withDocumentationLink = (error: GatewayError, origin: string | undefined): ContractError => ({
  ...(origin && { documentation: `${origin}${guidePath}#${error.code}` }),
  ...error.toContract(),
})
