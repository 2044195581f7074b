/**
 * Error catalogue: every code that may leave the gateway, with its HTTP status and what a person should do next.
 *
 * Specification 1, section 5.2. Codes that are not there come from outside and are carried through as they are.
 */

export interface CatalogueEntry {
  readonly httpStatus: number
  readonly message: string
  readonly suggestion: string
}

export const errorCatalogue = {
  'SYSTEM.INTERNAL_ERROR': {
    httpStatus: 500,
    message: 'Something went wrong inside Gatehouse.',
    suggestion: 'Try again. If it happens again, look into the log file and report it.',
  },
  'SYSTEM.SERVICE_UNAVAILABLE': {
    httpStatus: 503,
    message: 'The Minecraft server cannot be reached.',
    suggestion: 'Check that the server and its agent are running, then try again.',
  },
  'SYSTEM.TIMEOUT': {
    httpStatus: 504,
    message: 'The Minecraft server did not answer in time.',
    suggestion: 'It may or may not have done what was asked: read the state before trying again.',
  },
  'SYSTEM.RATE_LIMITED': {
    httpStatus: 429,
    message: 'Too many calls in a short time.',
    suggestion: 'Wait as long as details.retryAfterMs says, then try again.',
  },
  'SYSTEM.MAINTENANCE': {
    httpStatus: 503,
    message: 'Gatehouse is stopping or paused.',
    suggestion: 'Try again when it runs.',
  },
  'PROTOCOL.INVALID_REQUEST': {
    httpStatus: 400,
    message: 'The request is not well-formed.',
    suggestion: 'Correct what details names and send it again.',
  },
  'PROTOCOL.INVALID_RESPONSE': {
    httpStatus: 502,
    message: 'The Minecraft server answered something that cannot be understood.',
    suggestion: 'It may or may not have done what was asked. Update the agent of that server.',
  },
  'PROTOCOL.CAPABILITY_NOT_FOUND': {
    httpStatus: 404,
    message: 'No server offers this capability.',
    suggestion: 'List the capabilities and use one of those.',
  },
  'PROTOCOL.SERVER_NOT_FOUND': {
    httpStatus: 404,
    message: 'No such server.',
    suggestion: 'Use one of the servers that details.servers lists.',
  },
  'PROTOCOL.VERSION_MISMATCH': {
    httpStatus: 400,
    message: 'The versions do not fit together.',
    suggestion: 'Update the older side.',
  },
  'PROTOCOL.SCHEMA_VALIDATION_FAILED': {
    httpStatus: 400,
    message: 'The arguments are not what the capability takes.',
    suggestion: 'Correct the arguments that details.errors lists and call again.',
  },
  'PROTOCOL.UNSUPPORTED_TYPE': {
    httpStatus: 400,
    message: 'A capability of this type cannot be called.',
    suggestion: 'Call a context or an action; subscribe to an event.',
  },
  'AUTH.UNAUTHORIZED': {
    httpStatus: 401,
    message: 'A bearer token is needed.',
    suggestion: 'Connect through the stdio bridge, or send the token of the endpoint file.',
  },
  'AUTH.TOKEN_EXPIRED': {
    httpStatus: 401,
    message: 'The token has expired.',
    suggestion: 'Get a new token.',
  },
  'AUTH.TOKEN_INVALID': {
    httpStatus: 401,
    message: 'The token is wrong.',
    suggestion: 'Compare it with the one the other side expects, and enter it again.',
  },
  'PERMISSION.DENIED': {
    httpStatus: 403,
    message: 'This caller may not do that.',
    suggestion: 'The owner can grant the permission that details.missing names.',
  },
  'PERMISSION.ROLE_REQUIRED': {
    httpStatus: 403,
    message: 'This needs a role that the caller does not have.',
    suggestion: 'The owner can grant the role that details names.',
  },
  'PERMISSION.APPROVAL_REQUIRED': {
    httpStatus: 403,
    message: 'A person must approve this, and nobody can be asked.',
    suggestion: 'Start the Gatehouse tray program where a person sits, then call again.',
  },
  'BUSINESS.PLAYER_NOT_FOUND': {
    httpStatus: 404,
    message: 'No such player.',
    suggestion: 'List the players and use a name exactly as it stands there.',
  },
  'BUSINESS.PLAYER_OFFLINE': {
    httpStatus: 400,
    message: 'The player is not online.',
    suggestion: 'Try again when the player has joined.',
  },
  'BUSINESS.WORLD_NOT_FOUND': {
    httpStatus: 404,
    message: 'No such world.',
    suggestion: 'Use the name of a world of this server, for example "world".',
  },
  'BUSINESS.INSUFFICIENT_BALANCE': {
    httpStatus: 400,
    message: 'The balance is too low.',
    suggestion: 'Read the balance first.',
  },
  'BUSINESS.INVALID_LOCATION': {
    httpStatus: 400,
    message: 'That is no place in this world.',
    suggestion: 'Choose a position inside the world.',
  },
  'BUSINESS.OPERATION_FAILED': {
    httpStatus: 400,
    message: 'The Minecraft server could not do it.',
    suggestion: 'Read what details says, and the state of the world, before trying again.',
  },
  'RISK.OPERATION_BLOCKED': {
    httpStatus: 403,
    message: 'This is too dangerous to run here.',
    suggestion: 'Do it by hand on the server, or ask the owner.',
  },
  'RISK.PENDING_APPROVAL': {
    httpStatus: 202,
    message: 'A person is still thinking about it.',
    suggestion: 'Ask again with the same arguments in a while.',
  },
  'RISK.APPROVAL_REJECTED': {
    httpStatus: 403,
    message: 'A person said no.',
    suggestion: 'Do not try it again unless the person asks for it.',
  },
  'RISK.APPROVAL_EXPIRED': {
    httpStatus: 403,
    message: 'Nobody answered in time, so it was not done.',
    suggestion: 'Ask the person whether they want it, then call again.',
  },
  'RISK.APPROVAL_WITHDRAWN': {
    httpStatus: 403,
    message: 'The question was withdrawn before a person answered, so it was not done.',
    suggestion: 'Call again if it is still wanted.',
  },
  'RISK.APPROVAL_CLOSED': {
    httpStatus: 409,
    message: 'This question is closed: it was answered, has expired or was withdrawn.',
    suggestion: 'Nothing needs to be done. The AI client can ask again.',
  },
  'RISK.MANIFEST_CHANGED': {
    httpStatus: 409,
    message: 'What the server offers changed while a person looked at it, so nothing was accepted.',
    suggestion: 'Read what it offers now, and accept that.',
  },
  'RISK.APPROVAL_TOO_QUICK': {
    httpStatus: 409,
    message: 'That was too quick to be meant.',
    suggestion: 'Read the question in the pop-up, then approve it there.',
  },
  'RISK.ROLLBACK_FAILED': {
    httpStatus: 500,
    message: 'It could not be undone.',
    suggestion: 'Compare the state of the world with the audit trail and set it right by hand.',
  },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof errorCatalogue

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)
