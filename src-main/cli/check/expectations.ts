/**
 * Expectations: what an agent of the contract does, one by one, as data. Specification 1, sections 2 to 9.
 *
 * `must`: a gateway cannot work with an agent that does otherwise, or may not trust it. `should`: it works, and somebody
 * will wonder.
 */

export interface Expectation {
  readonly id: string
  /** Of specification 1. */
  readonly section: string
  readonly level: 'must' | 'should'
  readonly expected: string
  /** What the author of an agent does when it is not so. */
  readonly advice: string
}

export const expectations = [
  {
    id: 'wrong-token',
    section: '8.2',
    level: 'must',
    expected: 'a registration with a wrong token is refused with an AUTH code',
    advice:
      'Compare authentication.token; answer register_ack with success false and AUTH.TOKEN_INVALID, then hang up.',
  },
  {
    id: 'unregistered-request',
    section: '8.2',
    level: 'must',
    expected: 'a request before the registration is not served',
    advice: 'Answer nothing but register before a registration was right: AUTH.UNAUTHORIZED, then hang up.',
  },
  {
    id: 'registration',
    section: '8.2',
    level: 'must',
    expected: 'the right token is answered with a valid register_ack',
    advice: 'Answer register with a register_ack as in section 8.2.2: success, agentInfo and capabilities.',
  },
  {
    id: 'session',
    section: '8.2',
    level: 'must',
    expected: 'the register_ack carries a session id of its own',
    advice: 'Make a fresh sessionId for each registration; heartbeats carry it.',
  },
  {
    id: 'agent-version',
    section: '7.5',
    level: 'must',
    expected: 'the version of the agent gets on with this gateway',
    advice: 'agentInfo.version is the version of the contract side of your agent: 1.x fits a gateway of 1.x.',
  },
  {
    id: 'settings',
    section: '8.2',
    level: 'should',
    expected: 'the register_ack says how to keep the connection, with sensible times',
    advice: 'Send config with heartbeatInterval (5000 to 120000 ms), reconnectDelay (500 to 120000 ms) and maxRetries.',
  },
  {
    id: 'capabilities',
    section: '2.3, 3.1',
    level: 'must',
    expected: 'every capability that is offered can be admitted',
    advice: 'Send full manifests, or id, version and type of the core catalogue; see gatehouse validate.',
  },
  {
    id: 'manifests',
    section: '3.1, 4.2',
    level: 'must',
    expected: 'every manifest that is sent holds together, examples included',
    advice: 'Write your manifests into a file and mend them with gatehouse validate.',
  },
  {
    id: 'heartbeat',
    section: '8.3',
    level: 'must',
    expected: 'a heartbeat is answered with a valid heartbeat_ack in time',
    advice: 'Answer every heartbeat at once with a heartbeat_ack, its correlationId the id of the heartbeat.',
  },
  {
    id: 'health',
    section: '8.3',
    level: 'should',
    expected: 'the heartbeat_ack says how the server is and which heartbeat it answers',
    advice: 'Send correlationId, and status with healthy, tps, onlinePlayers and memoryUsage (0 to 1).',
  },
  {
    id: 'request',
    section: '9.4',
    level: 'must',
    expected: 'a request is answered in time with a response that names it',
    advice: 'The correlationId of a response is the id of the request. Answer slow calls in time, or fail them.',
  },
  {
    id: 'contexts',
    section: '4.3, 9.4',
    level: 'must',
    expected: 'every context answers fair arguments with data or a BUSINESS error',
    advice: 'Try the call by hand: gatehouse check calls contexts with their examples, or what fits their parameters.',
  },
  {
    id: 'returns',
    section: '4.3',
    level: 'must',
    expected: 'what is answered fits the returns of the manifest',
    advice: 'Mend the answer, or say in returns what is really answered (a changed returns needs a new version, 7.2).',
  },
  {
    id: 'unknown-capability',
    section: '5.2.2',
    level: 'must',
    expected: 'a capability that is not offered is refused with PROTOCOL.CAPABILITY_NOT_FOUND',
    advice: 'Refuse every capabilityId that you did not register.',
  },
  {
    id: 'version-mismatch',
    section: '5.2.2, 7.1',
    level: 'must',
    expected: 'another MAJOR version is refused with PROTOCOL.VERSION_MISMATCH',
    advice: 'Compare payload.version with the version you registered: the same MAJOR, and no newer MINOR than yours.',
  },
  {
    id: 'missing-argument',
    section: '4.2, 5.2.2',
    level: 'must',
    expected: 'a missing argument is refused with PROTOCOL.SCHEMA_VALIDATION_FAILED',
    advice: 'Validate the parameters against your own schema before you use them.',
  },
  {
    id: 'wrong-type',
    section: '4.2, 5.2.2',
    level: 'must',
    expected: 'an argument of another type is refused with PROTOCOL.SCHEMA_VALIDATION_FAILED',
    advice: 'Validate the parameters against your own schema before you use them.',
  },
  {
    id: 'forbidden-value',
    section: '4.2, 5.2.2',
    level: 'must',
    expected: 'a value that the parameters forbid is refused with PROTOCOL.SCHEMA_VALIDATION_FAILED',
    advice: 'Validate limits, lengths, patterns, formats and choices too, or take them out of the manifest.',
  },
  {
    id: 'malformed-request',
    section: '5.2.2, 9.4',
    level: 'must',
    expected: 'a request that names no capability is refused with PROTOCOL.INVALID_REQUEST',
    advice: 'Validate every frame against message-frame-v1.json; answer an error frame when it is none.',
  },
  {
    id: 'event-request',
    section: '5.2.2',
    level: 'must',
    expected: 'an event that is called is refused with PROTOCOL.UNSUPPORTED_TYPE',
    advice: 'Events are told, not called: refuse requests for them.',
  },
  {
    id: 'unknown-player',
    section: '5.2.4',
    level: 'must',
    expected: 'a player nobody knows is BUSINESS.PLAYER_NOT_FOUND or BUSINESS.PLAYER_OFFLINE',
    advice: 'Look the player up before you answer about them.',
  },
  {
    id: 'unknown-world',
    section: '5.2.4',
    level: 'must',
    expected: 'a world that is not there is BUSINESS.WORLD_NOT_FOUND',
    advice: 'Look the world up before you answer about it.',
  },
  {
    id: 'actions',
    section: '4.3, 9.4',
    level: 'must',
    expected: 'every action answers fair arguments with data or a BUSINESS error',
    advice: 'Try the call by hand against a world that may be spoiled.',
  },
  {
    id: 'two-at-once',
    section: '9.2',
    level: 'must',
    expected: 'two requests at once are both answered, each with its own answer',
    advice: 'Keep the id of a request with the work it starts, not in one variable for the connection.',
  },
  {
    id: 'second-connection',
    section: '9.1',
    level: 'must',
    expected: 'a second gateway can register and call while the first stays',
    advice: 'Keep sessions by connection; do not hang up on the first one when another comes.',
  },
  {
    id: 'reconnect',
    section: '8.2',
    level: 'must',
    expected: 'a gateway that hung up can come back',
    advice: 'Forget a session when its connection closes, and take the next registration as the first.',
  },
  {
    id: 'not-json',
    section: '9.2',
    level: 'must',
    expected: 'text that is not JSON does not stop the agent',
    advice: 'Catch what JSON.parse throws; answer an error frame with PROTOCOL.INVALID_REQUEST.',
  },
  {
    id: 'unknown-frame',
    section: '9.2',
    level: 'must',
    expected: 'a frame of a type there is not does not stop the agent',
    advice: 'Answer frames you do not know with an error frame, or pass them over.',
  },
  {
    id: 'oversized-frame',
    section: '9.2',
    level: 'must',
    expected: 'a frame of more than a mebibyte does not stop the agent',
    advice: 'Limit what your WebSocket server takes, and survive the connection that breaks the limit.',
  },
  {
    id: 'one-answer',
    section: '9.4',
    level: 'must',
    expected: 'every request is answered once, and nothing else is answered',
    advice: 'Send one response for a request, whatever happens after it was sent.',
  },
  {
    id: 'silence-before-registration',
    section: '8.2',
    level: 'must',
    expected: 'who has not registered is told nothing',
    advice: 'Send events and updates only to connections that registered.',
  },
  {
    id: 'frames',
    section: '9.2',
    level: 'must',
    expected: 'everything the agent tells by itself is a valid frame of the contract',
    advice: 'Every frame has id, type and timestamp; see message-frame-v1.json.',
  },
  {
    id: 'frame-ids',
    section: '9.2',
    level: 'must',
    expected: 'no two frames of a connection have the same id',
    advice: 'Make a fresh UUID for each frame.',
  },
  {
    id: 'timestamps',
    section: '9.2',
    level: 'should',
    expected: 'timestamps are about now',
    advice: 'Send the time a frame was made, in UTC, and keep the clock of the server right.',
  },
  {
    id: 'error-codes',
    section: '5.2',
    level: 'must',
    expected: 'every error has a code of the catalogue',
    advice: 'Use a code of section 5.2; BUSINESS.OPERATION_FAILED with your own code in details fits what has none.',
  },
  {
    id: 'events',
    section: '9.5, 3.2.3',
    level: 'must',
    expected: 'every event that is told was declared and fits its returns',
    advice: 'Register each event you send, and say in its returns what its data is.',
  },
] as const satisfies readonly Expectation[]

export type CheckId = (typeof expectations)[number]['id']
