/** Console problem: why a console that responds is not used as that of a Java server. */
import { GatewayError } from '@contract/gateway-error.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'

/** Maximum characters of a reply in an error. */
const maxShown = 512

const refusedConsole = (reason: string, message: string, suggestion: string, details: Record<string, unknown> = {}) =>
  new GatewayError('PROTOCOL.INVALID_RESPONSE', {
    message,
    suggestion,
    details: { reason, ...details },
    hasProviderText: Object.keys(details).length > 0,
  })

/** @param software what it says of itself, cleaned */
export const bedrockConsole = (software: string): GatewayError =>
  refusedConsole(
    'bedrock-console',
    "This is a Bedrock server's console, not a Java server's.",
    'Add it as a Bedrock world instead, if its players can type /connect.',
    { software },
  )

export const silentConsole = (): GatewayError =>
  refusedConsole(
    'silent-console',
    'This console accepts commands but answers nothing, so nothing that it does can be checked.',
    'Type list in the console of the server. If a plugin hides the replies from RCON, turn that off.',
  )

/** @param reply its reply to `list` */
export const unknownConsole = (reply: string): GatewayError =>
  refusedConsole(
    'unknown-console',
    'Gatehouse does not know this console: it answers neither list nor any other read as a Java server does.',
    'Read details.reply, its answer to list. Report it if it is a Java server.',
    { reply: cleanText(reply, maxShown) },
  )
