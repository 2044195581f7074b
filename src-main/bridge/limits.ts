/**
 * Limits of the bridge, so that no peer can make it use unbounded memory.
 *
 * Sizes in bytes, times in milliseconds.
 */
const megabyte = 1024 * 1024

export const limits = {
  /** One client message. */
  message: 10 * megabyte,
  /** A response may contain ten megabytes twice: as text and as data. */
  event: 32 * megabyte,
  body: 32 * megabyte,
  /** Of an HTTP error's body. */
  refusalBody: megabyte,
  endpointFile: 64 * 1024,
  /** Of the lists of the last run. */
  listFile: 4 * megabyte,
  pendingRequests: 1_000,
  /** Total bytes of messages in progress. */
  pendingBytes: 64 * megabyte,
  launchTime: 30_000,
  launchPoll: 100,
  connectTime: 2_000,
  /** For a connection to a gateway on another computer to be secure. */
  remoteConnectTime: 5_000,
  /** Time to reach it: a computer that wakes up is offline for some seconds. */
  remoteSearch: 10_000,
  remotePoll: 500,
  /** Time to find a gateway and wait for its response to the era probe, before the bridge responds itself. */
  probeSearch: 1_000,
  probeAnswer: 4_000,
  /** Silence after which a connected gateway counts as frozen. */
  silence: 120_000,
  /** Below Node's server default of 5 s, so that we close idle sockets before the server does. */
  idleSocket: 4_000,
  /** Time to wait for the response to a recent request once the input has ended; clients kill us after two seconds. */
  lastAnswers: 1_500,
  closeTimeMs: 500,
  flushTime: 1_000,
  firstReopen: 1_000,
  slowestReopen: 30_000,
} as const
