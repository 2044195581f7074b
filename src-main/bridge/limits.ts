/**
 * Every bound of the bridge in one place: no peer, however broken or hostile, makes it grow without end.
 *
 * Sizes in bytes, times in milliseconds.
 */
const megabyte = 1024 * 1024

export const limits = {
  /** One message of the client. */
  message: 10 * megabyte,
  /** An answer may hold ten megabytes twice: as text and as data. */
  event: 32 * megabyte,
  body: 32 * megabyte,
  /** How much of an HTTP error's body is read. */
  refusalBody: megabyte,
  endpointFile: 64 * 1024,
  pendingRequests: 1_000,
  /** Bytes of messages on their way to the gateway, all together. */
  pendingBytes: 64 * megabyte,
  launchTime: 30_000,
  launchPoll: 100,
  connectTime: 2_000,
  /** How long the era probe waits for a gateway to be found, and then for its answer, before the bridge gives its own. */
  probeSearch: 1_000,
  probeAnswer: 4_000,
  /** Milliseconds without a byte after which a gateway that holds the connection is taken for frozen. */
  silence: 120_000,
  /** Below Node's default of 5 s for servers, so that an idle socket is ours to close and no call meets a closing one. */
  idleSocket: 4_000,
  /** How long after it was asked an answer is waited for once the input has ended; clients kill us after two seconds. */
  lastAnswers: 1_500,
  goodbyeTime: 500,
  flushTime: 1_000,
  firstReopen: 1_000,
  slowestReopen: 30_000,
} as const
