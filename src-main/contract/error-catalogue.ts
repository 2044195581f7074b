/**
 * Error catalogue: every error code of the gateway, with its HTTP status and the recommended action.
 *
 * See docs/protocol.md#errors-codes. Other codes come from outside and are passed on unchanged.
 */

export interface CatalogueEntry {
  readonly httpStatus: number
  /** The source and the cause of this error, for authors of agents and scripts. */
  readonly when: string
  readonly message: string
  readonly suggestion: string
}

export const errorCatalogue = {
  'SYSTEM.INTERNAL_ERROR': {
    httpStatus: 500,
    when: 'A bug in Gatehouse, or a failure of the disk or the audit log.',
    message: 'Something went wrong inside Gatehouse.',
    suggestion: 'Try again. If it happens again, report it with the log file.',
  },
  'SYSTEM.SERVICE_UNAVAILABLE': {
    httpStatus: 503,
    when: 'The server is offline, disconnected during a call, or has too many calls in its queue.',
    message: 'Cannot reach the Minecraft server.',
    suggestion: 'Check that the server and its agent are running, then try again.',
  },
  'SYSTEM.TIMEOUT': {
    httpStatus: 504,
    when: 'A server or a person did not respond within the time limit.',
    message: 'The Minecraft server did not respond in time.',
    suggestion: 'The action may have been done. Read the state before you try again.',
  },
  'SYSTEM.RATE_LIMITED': {
    httpStatus: 429,
    when: 'The rate limit of the capability or of the connection is reached.',
    message: 'Too many calls in a short time.',
    suggestion: 'Wait for details.retryAfterMs milliseconds, then try again.',
  },
  'SYSTEM.MAINTENANCE': {
    httpStatus: 503,
    when: 'The program is shutting down, or a person paused it.',
    message: 'Gatehouse is stopping or paused.',
    suggestion: 'Try again when it is running.',
  },
  'SYSTEM.SETTINGS_UNWRITABLE': {
    httpStatus: 500,
    when: 'Gatehouse cannot write its settings file. The change is not saved.',
    message: 'Could not save the settings file. Nothing was changed.',
    suggestion: 'Check that the disk has space and that Gatehouse can write settings.json, then try again.',
  },
  'PROTOCOL.INVALID_REQUEST': {
    httpStatus: 400,
    when: 'A message, an address or a value is not valid.',
    message: 'The request is not valid.',
    suggestion: 'Correct what details names, then send it again.',
  },
  'PROTOCOL.INVALID_RESPONSE': {
    httpStatus: 502,
    when: 'An agent broke the contract: not a frame, a response without a request, or a result that does not match its manifest.',
    message: 'The Minecraft server sent a response that is not valid.',
    suggestion: 'The action may have been done. Update the agent of that server.',
  },
  'PROTOCOL.CAPABILITY_NOT_FOUND': {
    httpStatus: 404,
    when: 'No server offers a capability with this id, or the chosen server does not.',
    message: 'No server offers this capability.',
    suggestion: 'List the capabilities and use one of them.',
  },
  'PROTOCOL.SERVER_NOT_FOUND': {
    httpStatus: 404,
    when: 'The chosen server does not exist or does not offer the capability.',
    message: 'No such server.',
    suggestion: 'Use one of the servers in details.servers.',
  },
  'PROTOCOL.VERSION_MISMATCH': {
    httpStatus: 400,
    when: 'The requested version of the capability is not offered, or an agent uses a newer version of the contract.',
    message: 'The versions are not compatible.',
    suggestion: 'Update the older side.',
  },
  'PROTOCOL.SCHEMA_VALIDATION_FAILED': {
    httpStatus: 400,
    when: 'The arguments do not match the schema of the capability. Nothing was sent to the server.',
    message: 'The arguments are not valid.',
    suggestion: 'Correct these arguments, then call again.',
  },
  'PROTOCOL.UNSUPPORTED_TYPE': {
    httpStatus: 400,
    when: 'A call named an event. Only contexts and actions can be called.',
    message: 'A capability of this type cannot be called.',
    suggestion: 'Call a context or an action; subscribe to an event.',
  },
  'AUTH.UNAUTHORIZED': {
    httpStatus: 401,
    when: 'No token was sent, or Gatehouse has no token for the server.',
    message: 'A bearer token is required.',
    suggestion: 'Connect through the stdio bridge, or send the token from the endpoint file.',
  },
  'AUTH.TOKEN_EXPIRED': {
    httpStatus: 401,
    when: 'The token was valid and is not accepted any more.',
    message: 'The token has expired.',
    suggestion: 'Get a new token.',
  },
  'AUTH.TOKEN_INVALID': {
    httpStatus: 401,
    when: 'The token does not match.',
    message: 'The token is wrong.',
    suggestion: 'Compare the token with the one the other side expects, then enter it again.',
  },
  'AUTH.CERTIFICATE_UNKNOWN': {
    httpStatus: 502,
    when: 'The certificate of a wss: server is signed by no known authority, and no person trusted it. No token was sent.',
    message: 'No authority confirms the certificate of this server.',
    suggestion: 'Compare details.fingerprint with the one on the server. If they are the same, trust it in the window.',
  },
  'AUTH.CERTIFICATE_CHANGED': {
    httpStatus: 502,
    when: 'The server sent a certificate that is not the trusted one. No token was sent.',
    message: 'The certificate of this server is not the one that was trusted.',
    suggestion:
      'Somebody may intercept the connection. Trust the new certificate only if the server owner confirms the change.',
  },
  'AUTH.HOST_KEY_UNKNOWN': {
    httpStatus: 502,
    when: 'The host key of an SSH server is in no known_hosts of this computer, and no person trusted it. No password was sent.',
    message: 'This computer does not know the host key of this SSH server.',
    suggestion: 'Compare details.fingerprint with the one on the server. If they are the same, trust it in the window.',
  },
  'AUTH.HOST_KEY_CHANGED': {
    httpStatus: 502,
    when: 'The SSH server showed a host key that is not the trusted one. No password was sent.',
    message: 'The host key of this SSH server is not the one that was trusted.',
    suggestion:
      'Somebody may intercept the connection, or the server was installed again. Trust the new key only if its owner confirms the change.',
  },
  'PERMISSION.DENIED': {
    httpStatus: 403,
    when: 'The caller has no permission for the capability.',
    message: 'This caller has no permission for this.',
    suggestion: 'The owner can grant the permission in details.missing.',
  },
  'PERMISSION.CLIENT_NOT_ALLOWED': {
    httpStatus: 403,
    when: 'A program without a key of its own called, and the owner has not allowed it. `details.why` says whether the owner is being asked. Nothing ran.',
    message: 'The owner has not allowed this program yet.',
    suggestion: 'The owner can allow it in the Gatehouse window, under AI clients.',
  },
  'PERMISSION.ROLE_REQUIRED': {
    httpStatus: 403,
    when: 'The manifest requires a role that the caller does not have.',
    message: 'This requires a role that the caller does not have.',
    suggestion: 'The owner can grant the role named in details.',
  },
  'PERMISSION.APPROVAL_REQUIRED': {
    httpStatus: 403,
    when: 'The call needs approval, and no person can be asked.',
    message: 'A person must approve this, but no one can be asked.',
    suggestion: 'Start the Gatehouse tray program, then call again.',
  },
  'BUSINESS.PLAYER_NOT_FOUND': {
    httpStatus: 404,
    when: 'The server does not know a player with this name.',
    message: 'No such player.',
    suggestion: 'List the players and use a name exactly as listed.',
  },
  'BUSINESS.PLAYER_OFFLINE': {
    httpStatus: 400,
    when: 'The player exists but is not in the game.',
    message: 'The player is not online.',
    suggestion: 'Try again when the player is online.',
  },
  'BUSINESS.WORLD_NOT_FOUND': {
    httpStatus: 404,
    when: 'The server has no world with this name.',
    message: 'No such world.',
    suggestion: 'Use the name of a world of this server, for example "world".',
  },
  'BUSINESS.INSUFFICIENT_BALANCE': {
    httpStatus: 400,
    when: 'The change would take more money than the player has.',
    message: 'The balance is too low.',
    suggestion: 'Read the balance first.',
  },
  'BUSINESS.INVALID_LOCATION': {
    httpStatus: 400,
    when: 'The position is outside the world, or a player cannot be there.',
    message: 'This position is not in the world.',
    suggestion: 'Choose a position inside the world.',
  },
  'BUSINESS.OPERATION_FAILED': {
    httpStatus: 400,
    when: 'The server tried and failed, or sent an unknown code. details.providerCode has that code.',
    message: 'The Minecraft server could not do this.',
    suggestion: 'Read details and the state of the world before you try again.',
  },
  'RISK.OPERATION_BLOCKED': {
    httpStatus: 403,
    when: 'AI is stopped or paused, the owner has not accepted the action, too few people can approve it, its previous state cannot be read, its snapshot failed, or something changed while it waited.',
    message: 'This action is blocked.',
    suggestion: 'Ask the owner: AI may be stopped, or the action not accepted.',
  },
  'RISK.PENDING_APPROVAL': {
    httpStatus: 202,
    when: 'The call waits for approval. Nothing was done.',
    message: 'This request is waiting for approval.',
    suggestion: 'Call again later with the same arguments.',
  },
  'RISK.APPROVAL_REJECTED': {
    httpStatus: 403,
    when: 'A person denied the request or closed it.',
    message: 'A person denied this request.',
    suggestion: 'Do not try again unless the person asks for it.',
  },
  'RISK.ASKING_PAUSED': {
    httpStatus: 403,
    when: 'A person denied several requests of this client. Its requests are paused for details.retryAfterMs milliseconds.',
    message: 'The owner denied several requests, so requests are paused.',
    suggestion: 'Ask the user in the conversation what they want. Reading still works.',
  },
  'RISK.APPROVAL_EXPIRED': {
    httpStatus: 403,
    when: 'The request expired before a person decided.',
    message: 'No one responded in time, so it was not done.',
    suggestion: 'Ask the user whether they want it, then call again.',
  },
  'RISK.APPROVAL_WITHDRAWN': {
    httpStatus: 403,
    when: 'The caller cancelled the call or disconnected before a person decided.',
    message: 'The request was withdrawn before a decision, so it was not done.',
    suggestion: 'Call again if it is still needed.',
  },
  'RISK.APPROVAL_CLOSED': {
    httpStatus: 409,
    when: 'Somebody decided a request that is no longer open.',
    message: 'This request is closed: it was decided, has expired or was withdrawn.',
    suggestion: 'No action is needed. The AI client can ask again.',
  },
  'RISK.MANIFEST_CHANGED': {
    httpStatus: 409,
    when: 'The manifest changed between its display and its acceptance.',
    message: 'The server changed its actions during the review. Nothing was accepted.',
    suggestion: 'Review the actions again.',
  },
  'RISK.APPROVAL_TOO_QUICK': {
    httpStatus: 409,
    when: 'Approve was pressed before a person could read the request.',
    message: 'That was too fast to be intended.',
    suggestion: 'Read the request in the pop-up, then approve it there.',
  },
  'RISK.APPROVAL_NOT_TYPED': {
    httpStatus: 409,
    when: 'A single approver approved a critical action and did not type the name.',
    message: 'Critical requests need the name typed.',
    suggestion: 'Type the name exactly as the request shows it, then approve.',
  },
  'RISK.ROLLBACK_FAILED': {
    httpStatus: 500,
    when: 'The undo failed, or was only partly done.',
    message: 'Could not undo it.',
    suggestion: 'Compare the world with the log and correct it by hand.',
  },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof errorCatalogue

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)
