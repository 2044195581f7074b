/**
 * Error catalogue: every code that may leave the gateway, with its HTTP status and what a person should do next.
 *
 * Specification 1, section 5.2. Codes that are not there come from outside and are carried through as they are.
 */

export interface CatalogueEntry {
  readonly httpStatus: number
  /** Who says it of what, for authors of agents and scripts. */
  readonly when: string
  readonly message: string
  readonly suggestion: string
}

export const errorCatalogue = {
  'SYSTEM.INTERNAL_ERROR': {
    httpStatus: 500,
    when: 'A bug of Gatehouse, or something it cannot work without (the disk, the audit trail) has failed.',
    message: 'Something went wrong inside Gatehouse.',
    suggestion: 'Try again. If it happens again, look into the log file and report it.',
  },
  'SYSTEM.SERVICE_UNAVAILABLE': {
    httpStatus: 503,
    when: 'The server is offline, has gone away in the middle of a call, or takes nothing more.',
    message: 'The Minecraft server cannot be reached.',
    suggestion: 'Check that the server and its agent are running, then try again.',
  },
  'SYSTEM.TIMEOUT': {
    httpStatus: 504,
    when: 'A server or a person had a time limit, and it has passed.',
    message: 'The Minecraft server did not answer in time.',
    suggestion: 'It may or may not have done what was asked: read the state before trying again.',
  },
  'SYSTEM.RATE_LIMITED': {
    httpStatus: 429,
    when: 'The limit of the capability, or of the connection, is used up.',
    message: 'Too many calls in a short time.',
    suggestion: 'Wait as long as details.retryAfterMs says, then try again.',
  },
  'SYSTEM.MAINTENANCE': {
    httpStatus: 503,
    when: 'The program is ending, or a person has paused it.',
    message: 'Gatehouse is stopping or paused.',
    suggestion: 'Try again when it runs.',
  },
  'SYSTEM.SETTINGS_UNWRITABLE': {
    httpStatus: 500,
    when: 'The settings file of Gatehouse cannot be written, so that what was chosen is not kept.',
    message: 'The settings file cannot be written, so nothing was changed.',
    suggestion: 'Look whether the disk is full and whether the file may be written, then try again.',
  },
  'PROTOCOL.INVALID_REQUEST': {
    httpStatus: 400,
    when: 'A message, an address or a value is not what this side takes.',
    message: 'The request is not well-formed.',
    suggestion: 'Correct what details names and send it again.',
  },
  'PROTOCOL.INVALID_RESPONSE': {
    httpStatus: 502,
    when: 'An agent broke the contract: no frame, no answer to what was asked, or not what its manifest promises.',
    message: 'The Minecraft server answered something that cannot be understood.',
    suggestion: 'It may or may not have done what was asked. Update the agent of that server.',
  },
  'PROTOCOL.CAPABILITY_NOT_FOUND': {
    httpStatus: 404,
    when: 'Nobody offers a capability of this id, or the server that was named does not.',
    message: 'No server offers this capability.',
    suggestion: 'List the capabilities and use one of those.',
  },
  'PROTOCOL.SERVER_NOT_FOUND': {
    httpStatus: 404,
    when: 'The server that was named does not exist or does not offer the capability.',
    message: 'No such server.',
    suggestion: 'Use one of the servers that details.servers lists.',
  },
  'PROTOCOL.VERSION_MISMATCH': {
    httpStatus: 400,
    when: 'The request asks for a version of the capability that is not offered, or an agent speaks a newer contract.',
    message: 'The versions do not fit together.',
    suggestion: 'Update the older side.',
  },
  'PROTOCOL.SCHEMA_VALIDATION_FAILED': {
    httpStatus: 400,
    when: 'The arguments do not obey the schema of the capability. Nothing was sent to the server.',
    message: 'The arguments are not what the capability takes.',
    suggestion: 'Correct the arguments that details.errors lists and call again.',
  },
  'PROTOCOL.UNSUPPORTED_TYPE': {
    httpStatus: 400,
    when: 'An event was called like a context or an action.',
    message: 'A capability of this type cannot be called.',
    suggestion: 'Call a context or an action; subscribe to an event.',
  },
  'AUTH.UNAUTHORIZED': {
    httpStatus: 401,
    when: 'No token was sent, or Gatehouse does not know one for the server.',
    message: 'A bearer token is needed.',
    suggestion: 'Connect through the stdio bridge, or send the token of the endpoint file.',
  },
  'AUTH.TOKEN_EXPIRED': {
    httpStatus: 401,
    when: 'The token was right once and is no longer taken.',
    message: 'The token has expired.',
    suggestion: 'Get a new token.',
  },
  'AUTH.TOKEN_INVALID': {
    httpStatus: 401,
    when: 'The token is not the one the other side knows.',
    message: 'The token is wrong.',
    suggestion: 'Compare it with the one the other side expects, and enter it again.',
  },
  'AUTH.CERTIFICATE_UNKNOWN': {
    httpStatus: 502,
    when: 'A server is dialled over wss:, and neither an authority nor a person vouches for its certificate. No token was sent.',
    message: 'No authority vouches for the certificate of this server.',
    suggestion: 'Compare details.fingerprint with the one the server shows. If it is the same, trust it in the window.',
  },
  'AUTH.CERTIFICATE_CHANGED': {
    httpStatus: 502,
    when: 'A person trusted one certificate of this server, and it shows another. No token was sent.',
    message: 'The server shows another certificate than the one that was trusted.',
    suggestion:
      'Somebody may stand in between. Trust the new one only when the owner of the server says that it changed.',
  },
  'PERMISSION.DENIED': {
    httpStatus: 403,
    when: 'What the caller was granted does not cover the capability.',
    message: 'This caller may not do that.',
    suggestion: 'The owner can grant the permission that details.missing names.',
  },
  'PERMISSION.ROLE_REQUIRED': {
    httpStatus: 403,
    when: 'The manifest names a role that the caller does not have.',
    message: 'This needs a role that the caller does not have.',
    suggestion: 'The owner can grant the role that details names.',
  },
  'PERMISSION.APPROVAL_REQUIRED': {
    httpStatus: 403,
    when: 'The call needs a person, and Gatehouse runs where none can be asked.',
    message: 'A person must approve this, and nobody can be asked.',
    suggestion: 'Start the Gatehouse tray program where a person sits, then call again.',
  },
  'BUSINESS.PLAYER_NOT_FOUND': {
    httpStatus: 404,
    when: 'The server has never seen a player of this name.',
    message: 'No such player.',
    suggestion: 'List the players and use a name exactly as it stands there.',
  },
  'BUSINESS.PLAYER_OFFLINE': {
    httpStatus: 400,
    when: 'The player exists and is not in the game.',
    message: 'The player is not online.',
    suggestion: 'Try again when the player has joined.',
  },
  'BUSINESS.WORLD_NOT_FOUND': {
    httpStatus: 404,
    when: 'The server has no world of this name.',
    message: 'No such world.',
    suggestion: 'Use the name of a world of this server, for example "world".',
  },
  'BUSINESS.INSUFFICIENT_BALANCE': {
    httpStatus: 400,
    when: 'The change would take more than the player has.',
    message: 'The balance is too low.',
    suggestion: 'Read the balance first.',
  },
  'BUSINESS.INVALID_LOCATION': {
    httpStatus: 400,
    when: 'The position lies outside the world, or nobody can be there.',
    message: 'That is no place in this world.',
    suggestion: 'Choose a position inside the world.',
  },
  'BUSINESS.OPERATION_FAILED': {
    httpStatus: 400,
    when: 'The server tried and failed, or said something that is in no catalogue: details.providerCode names it.',
    message: 'The Minecraft server could not do it.',
    suggestion: 'Read what details says, and the state of the world, before trying again.',
  },
  'RISK.OPERATION_BLOCKED': {
    httpStatus: 403,
    when: 'The risk is higher than anybody here may decide, the state before cannot be read, or the server has changed what it offers.',
    message: 'This is too dangerous to run here.',
    suggestion: 'Do it by hand on the server, or ask the owner.',
  },
  'RISK.PENDING_APPROVAL': {
    httpStatus: 202,
    when: 'The call waits for a person. It has not been done.',
    message: 'A person is still thinking about it.',
    suggestion: 'Ask again with the same arguments in a while.',
  },
  'RISK.APPROVAL_REJECTED': {
    httpStatus: 403,
    when: 'A person denied it, or closed the question.',
    message: 'A person said no.',
    suggestion: 'Do not try it again unless the person asks for it.',
  },
  'RISK.ASKING_PAUSED': {
    httpStatus: 403,
    when: 'A person denied several requests of this program. For a while none of its calls is asked about; details.retryAfterMs says how long.',
    message: 'The owner denied several requests, so asking is paused.',
    suggestion: 'Ask the person in the conversation what they want. Reading still works.',
  },
  'RISK.APPROVAL_EXPIRED': {
    httpStatus: 403,
    when: 'The question stood open until its time was over.',
    message: 'Nobody answered in time, so it was not done.',
    suggestion: 'Ask the person whether they want it, then call again.',
  },
  'RISK.APPROVAL_WITHDRAWN': {
    httpStatus: 403,
    when: 'The caller took the call back, or hung up, before a person answered.',
    message: 'The question was withdrawn before a person answered, so it was not done.',
    suggestion: 'Call again if it is still wanted.',
  },
  'RISK.APPROVAL_CLOSED': {
    httpStatus: 409,
    when: 'Somebody answers a question that is no longer open.',
    message: 'This question is closed: it was answered, has expired or was withdrawn.',
    suggestion: 'Nothing needs to be done. The AI client can ask again.',
  },
  'RISK.MANIFEST_CHANGED': {
    httpStatus: 409,
    when: 'A person accepts what a server offers, and it is no longer what they were shown.',
    message: 'What the server offers changed while a person looked at it, so nothing was accepted.',
    suggestion: 'Read what it offers now, and accept that.',
  },
  'RISK.APPROVAL_TOO_QUICK': {
    httpStatus: 409,
    when: 'Approve was pressed before a person could have read the question.',
    message: 'That was too quick to be meant.',
    suggestion: 'Read the question in the pop-up, then approve it there.',
  },
  'RISK.APPROVAL_NOT_TYPED': {
    httpStatus: 409,
    when: 'One person alone approves a critical action and did not type the name it asks for.',
    message: 'Approving a critical action alone needs the name typed.',
    suggestion: 'Type the name exactly as the request shows it, then approve.',
  },
  'RISK.ROLLBACK_FAILED': {
    httpStatus: 500,
    when: 'What was to be undone could not be, or not all of it.',
    message: 'It could not be undone.',
    suggestion: 'Compare the state of the world with the audit trail and set it right by hand.',
  },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof errorCatalogue

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)
