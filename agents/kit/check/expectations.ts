/**
 * Expectations: the requirements for an agent, as data. See docs/protocol.md#agents-registration.
 *
 * `must`: a gateway cannot work with an agent that violates it, or cannot trust it. `should`: the agent works, but may
 * surprise users.
 */

export interface Expectation {
  readonly id: string
  /** Of the contract's specification. */
  readonly section: string
  /** In docs/protocol.md. */
  readonly anchor: string
  readonly level: 'must' | 'should'
  readonly expected: string
  /** What the agent's author should do about a failure. */
  readonly advice: string
}

export const expectations = [
  {
    id: 'wrong-token',
    section: '8.2',
    anchor: 'agents-register',
    level: 'must',
    expected: 'a registration with a wrong token is refused with an AUTH code',
    advice:
      'Compare authentication.token. Send register_ack with success false and AUTH.TOKEN_INVALID, then close the connection.',
  },
  {
    id: 'unregistered-request',
    section: '8.2',
    anchor: 'agents-registration',
    level: 'must',
    expected: 'a request before the registration is not served',
    advice:
      'Before a successful registration, serve only register. Otherwise send AUTH.UNAUTHORIZED and close the connection.',
  },
  {
    id: 'registration',
    section: '8.2',
    anchor: 'agents-register-ack',
    level: 'must',
    expected: 'a registration with the right token gets a valid register_ack',
    advice: 'Respond to register with a register_ack: success, agentInfo and capabilities.',
  },
  {
    id: 'session',
    section: '8.2',
    anchor: 'agents-register-ack',
    level: 'must',
    expected: 'the register_ack has a unique session id',
    advice: 'Create a new sessionId for each registration. Heartbeats contain it.',
  },
  {
    id: 'agent-version',
    section: '7.5',
    anchor: 'versions-contract',
    level: 'must',
    expected: 'the version of the agent is compatible with this gateway',
    advice: 'agentInfo.version is the contract version of your agent: 1.x is compatible with a gateway 1.x.',
  },
  {
    id: 'settings',
    section: '8.2',
    anchor: 'agents-config',
    level: 'should',
    expected: 'the register_ack has connection settings in the allowed range',
    advice: 'Send config with heartbeatInterval (5000 to 60000 ms), reconnectDelay (500 to 60000 ms) and maxRetries.',
  },
  {
    id: 'capabilities',
    section: '2.3, 3.1',
    anchor: 'manifest-admission',
    level: 'must',
    expected: 'every offered capability can be accepted',
    advice: 'Send full manifests, or id, version and type of the core catalogue; see gatehouse validate.',
  },
  {
    id: 'manifests',
    section: '3.1, 4.2',
    anchor: 'manifest',
    level: 'must',
    expected: 'every manifest is valid, with its examples',
    advice: 'Write your manifests to a file and check them with gatehouse validate.',
  },
  {
    id: 'heartbeat',
    section: '8.3',
    anchor: 'agents-heartbeat',
    level: 'must',
    expected: 'a heartbeat gets a valid heartbeat_ack in time',
    advice:
      'Respond to every heartbeat immediately with a heartbeat_ack. Its correlationId is the id of the heartbeat.',
  },
  {
    id: 'health',
    section: '8.3',
    anchor: 'agents-heartbeat',
    level: 'should',
    expected: 'the heartbeat_ack has the server status and the id of its heartbeat',
    advice: 'Send correlationId, and status with healthy, tps, onlinePlayers and memoryUsage (0 to 1).',
  },
  {
    id: 'request',
    section: '9.4',
    anchor: 'frames-response',
    level: 'must',
    expected: 'a request gets a response with its id in time',
    advice:
      'The correlationId of a response is the id of the request. Respond to slow calls in time, or send an error.',
  },
  {
    id: 'contexts',
    section: '4.3, 9.4',
    anchor: 'frames-response',
    level: 'must',
    expected: 'every context returns data or a BUSINESS error for valid arguments',
    advice: 'Try the call yourself: gatehouse check calls contexts with their examples or with generated arguments.',
  },
  {
    id: 'returns',
    section: '4.3',
    anchor: 'frames-response',
    level: 'must',
    expected: 'results match the returns of the manifest',
    advice: 'Correct the result or the returns (a changed returns needs a new version).',
  },
  {
    id: 'unknown-capability',
    section: '5.2.2',
    anchor: 'frames-request',
    level: 'must',
    expected: 'a call of an unknown capability is refused with PROTOCOL.CAPABILITY_NOT_FOUND',
    advice: 'Refuse every capabilityId that is not registered.',
  },
  {
    id: 'version-mismatch',
    section: '5.2.2, 7.1',
    anchor: 'frames-request',
    level: 'must',
    expected: 'another MAJOR version is refused with PROTOCOL.VERSION_MISMATCH',
    advice: 'Compare payload.version with the version you registered: the same MAJOR, and no newer MINOR than yours.',
  },
  {
    id: 'missing-argument',
    section: '4.2, 5.2.2',
    anchor: 'frames-request',
    level: 'must',
    expected: 'a missing argument is refused with PROTOCOL.SCHEMA_VALIDATION_FAILED',
    advice: 'Validate the parameters against your own schema before you use them.',
  },
  {
    id: 'wrong-type',
    section: '4.2, 5.2.2',
    anchor: 'frames-request',
    level: 'must',
    expected: 'an argument of another type is refused with PROTOCOL.SCHEMA_VALIDATION_FAILED',
    advice: 'Validate the parameters against your own schema before you use them.',
  },
  {
    id: 'forbidden-value',
    section: '4.2, 5.2.2',
    anchor: 'frames-request',
    level: 'must',
    expected: 'an invalid value is refused with PROTOCOL.SCHEMA_VALIDATION_FAILED',
    advice: 'Also validate limits, lengths, patterns, formats and enums, or remove them from the manifest.',
  },
  {
    id: 'malformed-request',
    section: '5.2.2, 9.4',
    anchor: 'frames-request',
    level: 'must',
    expected: 'a request without a capability is refused with PROTOCOL.INVALID_REQUEST',
    advice: 'Validate every frame against message-frame-v1.json. Send an error frame for an invalid one.',
  },
  {
    id: 'event-request',
    section: '5.2.2',
    anchor: 'frames-request',
    level: 'must',
    expected: 'a call of an event is refused with PROTOCOL.UNSUPPORTED_TYPE',
    advice: 'Events are sent, not called. Refuse requests for them.',
  },
  {
    id: 'unknown-player',
    section: '5.2.4',
    anchor: 'errors-codes',
    level: 'must',
    expected: 'an unknown player gives BUSINESS.PLAYER_NOT_FOUND or BUSINESS.PLAYER_OFFLINE',
    advice: 'Check that the player exists before you respond.',
  },
  {
    id: 'unknown-world',
    section: '5.2.4',
    anchor: 'errors-codes',
    level: 'must',
    expected: 'an unknown world gives BUSINESS.WORLD_NOT_FOUND',
    advice: 'Check that the world exists before you respond.',
  },
  {
    id: 'actions',
    section: '4.3, 9.4',
    anchor: 'frames-response',
    level: 'must',
    expected: 'every action returns data or a BUSINESS error for valid arguments',
    advice: 'Try the call yourself in a test world.',
  },
  {
    id: 'two-at-once',
    section: '9.2',
    anchor: 'frames-request',
    level: 'must',
    expected: 'two parallel requests each get their own response',
    advice: 'Keep the request id with its task, not in one variable per connection.',
  },
  {
    id: 'second-connection',
    section: '9.1',
    anchor: 'agents-connection',
    level: 'must',
    expected: 'a second gateway can register and call while the first stays connected',
    advice: 'Keep one session per connection. Do not close the first one when another connects.',
  },
  {
    id: 'reconnect',
    section: '8.2',
    anchor: 'agents-registration',
    level: 'must',
    expected: 'a gateway can reconnect',
    advice: 'Delete a session when its connection closes. Treat the next registration as new.',
  },
  {
    id: 'not-json',
    section: '9.2',
    anchor: 'frames',
    level: 'must',
    expected: 'text that is not JSON does not stop the agent',
    advice: 'Catch the error of JSON.parse. Send an error frame with PROTOCOL.INVALID_REQUEST.',
  },
  {
    id: 'unknown-frame',
    section: '9.2',
    anchor: 'frames',
    level: 'must',
    expected: 'a frame of an unknown type does not stop the agent',
    advice: 'Send an error frame for unknown frames, or ignore them.',
  },
  {
    id: 'oversized-frame',
    section: '9.2',
    anchor: 'frames',
    level: 'must',
    expected: 'a frame larger than 1 MiB does not stop the agent',
    advice: 'Limit the message size of your WebSocket server, and handle a connection that exceeds it.',
  },
  {
    id: 'one-answer',
    section: '9.4',
    anchor: 'frames-response',
    level: 'must',
    expected: 'every request gets exactly one response, and nothing else gets one',
    advice: 'Send one response per request, whatever happens afterwards.',
  },
  {
    id: 'silence-before-registration',
    section: '8.2',
    anchor: 'agents-registration',
    level: 'must',
    expected: 'nothing is sent before the registration',
    advice: 'Send events and updates only to connections that registered.',
  },
  {
    id: 'frames',
    section: '9.2',
    anchor: 'frames',
    level: 'must',
    expected: 'everything the agent sends on its own is a valid frame',
    advice: 'Every frame has id, type and timestamp; see message-frame-v1.json.',
  },
  {
    id: 'frame-ids',
    section: '9.2',
    anchor: 'frames',
    level: 'must',
    expected: 'no two frames of a connection have the same id',
    advice: 'Create a new UUID for each frame.',
  },
  {
    id: 'timestamps',
    section: '9.2',
    anchor: 'frames',
    level: 'should',
    expected: 'timestamps are about now',
    advice: 'Send the creation time of the frame in UTC, and keep the clock of the server synchronized.',
  },
  {
    id: 'error-codes',
    section: '5.2',
    anchor: 'errors-codes',
    level: 'must',
    expected: 'every error has a code of the catalogue',
    advice: 'Use a code of docs/errors.md, or BUSINESS.OPERATION_FAILED with your own code in details.',
  },
  {
    id: 'events',
    section: '9.5, 3.2.3',
    anchor: 'frames-event',
    level: 'must',
    expected: 'every event is declared and matches its returns',
    advice: 'Register each event you send, and describe its data in returns.',
  },
] as const satisfies readonly Expectation[]

export type CheckId = (typeof expectations)[number]['id']
