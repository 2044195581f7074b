/**
 * Ports: the ways to reach a Java server, wherever it runs: its console, files, log and power.
 *
 * A server is a set of these (`ServerWay`). What a set lacks is said in words; no capability knows where its server
 * runs. Guards invariant 5: replies, file contents and log lines are untrusted. Each port bounds what it returns.
 */
import type { GatewayError } from '@contract/gateway-error.js'
import type { HostBackup, HostBackupList } from '@shared/servers/java-server.js'
import type { PanelQueue, PowerState } from '@shared/servers/server-way.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { DecodedLine } from './log/log-decoder.js'
import type { ManagementConnection } from './management/management-connection.js'
import type { LinkState } from './reconnecting-connection.js'
import type { PanelBudgets, RateLimit } from './ways/panel/panel-budget.js'

export interface ConsoleOptions {
  /** Aborts the wait. A command that was sent may still run. */
  readonly signal?: AbortSignal
  /** Milliseconds from the moment the command is sent. */
  readonly timeoutMs?: number
}

/** Runs console commands of one Java server, one at a time. */
export interface Console {
  /**
   * The complete reply as the server sent it: untrusted and bounded. One command at a time, first in, first out.
   *
   * Vanilla shares one reply buffer between all RCON connections, so a caller must check that a reply fits the command
   * it sent.
   *
   * @param command one line without control characters; every transport refuses others before it sends
   * @throws GatewayError PROTOCOL.*, SYSTEM.* or BUSINESS.*; `details.mayHaveRun` is true when the command was sent
   *   and its outcome is unknown
   */
  run(command: string, options?: ConsoleOptions): Promise<string>
}

/** A console that reconnects automatically. */
export interface ConsoleConnection extends Console {
  readonly state: LinkState
  onDidChangeState(listener: (state: LinkState) => void): () => void
  start(): void
  /** Connects now, instead of waiting. */
  reconnect(): void
  stop(): void
}

export interface FileFacts {
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970; with SFTP and panels whole seconds. */
  readonly modified: number
  /** Changes when another file takes the name; absent where the way does not tell. */
  readonly inode?: number
}

export interface FileEntry {
  readonly name: string
  /** A link may lead anywhere: it is never followed out of the folder. */
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Of a file, where the way tells them with the list. */
  readonly facts?: FileFacts
}

/** A file that is open for reading. */
export interface OpenedFile {
  /** Reads up to `length` bytes at `position` into `buffer` from `offset`; zero at the end of the file. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>
}

/**
 * The files of a server, restricted to its folder. Every path is inside the folder, with `/`; the folder itself is empty.
 *
 * Errors are those of `folder/folder-problem.ts`, the same for every way.
 */
export interface ServerFiles {
  /** Shown to people, for example an absolute path, or `sftp://mc@play.example/srv/minecraft`. */
  readonly place: string
  /** Absolute path on the computer where the server runs, where the way knows it: scripts there name it. */
  readonly root?: string
  /**
   * Runs `use` with an open file and closes it.
   *
   * @throws GatewayError when it is missing, outside the folder or not a regular file
   */
  withFile<Result>(path: string, use: (file: OpenedFile, facts: FileFacts) => Promise<Result>): Promise<Result>
  /** Reads the whole file. @param most bytes @throws GatewayError as `withFile`, and when it is larger */
  read(path: string, most: number): Promise<Buffer>
  /** Undefined when it is missing. @throws GatewayError as `read` */
  readIfThere(path: string, most: number): Promise<Buffer | undefined>
  /** Undefined when it is missing or outside the folder. */
  facts(path: string): Promise<(FileFacts & { readonly isFolder: boolean }) | undefined>
  /** Names in a folder; empty when it is missing or outside. */
  names(path: string): Promise<readonly string[]>
  /** Sorted by name; undefined when the folder cannot be read, empty when it is missing. */
  entries(path: string): Promise<readonly FileEntry[] | undefined>
  /** Whether something has this name, also a link that leads out of the folder. */
  isNamed(path: string): Promise<boolean>
  /**
   * Copies a whole file to this computer, where the way has something faster than ranges.
   *
   * @param target absolute; replaced @param onPiece called with each piece before it is written; may throw to end it
   * @returns the facts of what was copied @throws GatewayError as `withFile`
   */
  readonly fetch?: (path: string, target: string, onPiece?: (bytes: number) => void) => Promise<FileFacts>
  /**
   * Copies many files to this computer at once, where the way has something faster than one after another. Some or all
   * may be left out without an error: copy those one by one.
   */
  readonly fetchMany?: (files: readonly FileToFetch[], on: FetchListener) => Promise<void>
  /** Nothing tells when a file was changed: `modified` is the time of the question. */
  readonly hasNoTimes?: true
  /** Whether a file is still what `withFile` gave, where `facts` cannot tell. @throws GatewayError */
  readonly isUnchanged?: (path: string, facts: FileFacts) => Promise<boolean>
  /** Absent where nothing can be written. */
  readonly writer?: FileWriter
}

export interface FileToFetch {
  readonly path: string
  /** Absolute; replaced. */
  readonly target: string
  /** Maximum bytes. */
  readonly most: number
}

export interface FetchListener {
  /** Called with each piece before it is written; may throw to end everything. */
  onPiece(bytes: number): void
  /** A file arrived whole. It may have changed since; `modified` is in whole seconds. */
  onFile(file: FileFacts & { readonly path: string; readonly sha256: string }): void
}

/** Changes files of a server. Each function throws a GatewayError as `ServerFiles`. */
export interface FileWriter {
  /**
   * Writes a small file. After a crash at any moment the file holds the old bytes or the new ones, or `recover` brings
   * one of them back.
   *
   * @param like something there whose permissions and owner a new file gets; without it only its owner may read it.
   *   Where a way knows no permissions, the host decides
   */
  replace(path: string, bytes: Buffer, like?: string): Promise<void>
  /** Finishes or reverts a `replace` that was cut off. Call it before the first read. */
  recover(path: string): Promise<void>
  /** Sends a file of this computer. @param source absolute @param onPiece called after each piece; may throw to end it */
  send(source: string, path: string, onPiece?: (bytes: number) => void): Promise<void>
  /**
   * Also makes the folders above, where the way does that.
   *
   * @param like something there whose owner it gets, where that is allowed; without it that of the folder above
   */
  makeFolder(path: string, like?: string): Promise<void>
  /** @throws GatewayError also when the target exists */
  rename(from: string, to: string): Promise<void>
  /** With everything inside. */
  remove(path: string): Promise<void>
}

/** What receives the lines of a log. */
export interface LogReaderOptions {
  /** Existing content is skipped. */
  readonly startsAtEnd: boolean
  /** @returns whether the reader may continue in this poll */
  readonly onLines: (lines: readonly DecodedLine[]) => Promise<boolean>
  /** Lines that were written before the first one. */
  readonly onEarlier?: (lines: readonly DecodedLine[]) => void
  /** Number of bytes skipped. */
  readonly onSkipped?: (bytes: number) => void
}

/** Complete lines of the newest log. */
export interface LogLines {
  /**
   * Reads what is new and hands it on. @returns whether everything was read. @throws GatewayError when the log exists
   * but cannot be read
   */
  poll(): Promise<boolean>
  /** Whether there is a log. */
  readonly isOpen: boolean
  /** Encoding; undefined while it may be UTF-8. */
  readonly encoding: string | undefined
  /** Lines that were written a while ago may still come, as after a cut connection. */
  readonly isBehind?: boolean
  close(): Promise<void>
}

/** Whether the server's process runs, and how to start and stop it. */
export interface Power {
  /** It names a crash itself; elsewhere a server that ends without a word has crashed. */
  readonly tellsCrashes?: true
  state(signal?: AbortSignal): Promise<PowerState>
  /** Each resolves when the order was taken, not when the server is up or down. @throws GatewayError */
  start(): Promise<void>
  stop(): Promise<void>
  restart(): Promise<void>
}

/** Backups that the host itself makes of the whole server. Each function rejects with a GatewayError. */
export interface HostBackups {
  list(): Promise<HostBackupList>
  /** Resolves when it is complete. */
  make(name: string): Promise<HostBackup>
  /** Resolves when the host has ended it, which is no evidence that it worked. */
  restore(id: string): Promise<void>
}

/** How one server is reached: the set of its ports. */
export interface ServerWay {
  /** Why nothing connects until a person acts, for example a password that is no longer stored. */
  readonly problem?: GatewayError
  readonly console?: ConsoleConnection
  /** How many commands its host lets through now; absent where it does not limit them. */
  readonly commandLimit?: () => RateLimit
  /** Opens the server's folder. @throws GatewayError when it cannot be used */
  readonly openFiles?: () => Promise<ServerFiles>
  /** Where lines come of themselves (`log/pushed-log-lines.ts`), without a file that is read; else `logs/latest.log` of the files is followed. */
  readonly openLog?: (reader: LogReaderOptions) => LogLines
  readonly power?: Power
  /** What a limit of the host delays; undefined while nothing waits. */
  readonly queue?: {
    now(): PanelQueue | undefined
    onDidChange(listener: () => void): () => void
  }
  /** Where an image writes `server.properties` at each start: lines that are missing in the owner's `compose.yaml`. */
  readonly composeLines?: () => Promise<readonly string[]>
  readonly hostBackups?: HostBackups
  /**
   * Where the host records who did what: compares it with what Gatehouse did. @returns whether it could. Rejects with a
   * GatewayError when something else used the key
   */
  readonly checkKeyUse?: () => Promise<boolean>
  /** Where the server has one and it can be reached. */
  readonly management?: ManagementConnection
  /** Resolves when nothing is connected; called last, after the console and the log. Never rejects. */
  stop(): Promise<void>
}

/** What every way is made with. */
export interface WayDependencies {
  readonly clock: Clock
  readonly log: Log
  /** One of the program: what a panel allows an account counts for all its servers. */
  readonly budgets: PanelBudgets
}
