/** Exchange: the parts of a request and its response that handlers use, over HTTP and over a multiplexed connection. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

export interface RequestHead {
  readonly method?: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** As `ServerResponse`. */
export interface ResponseWriter {
  readonly req: {
    /** Null when the client has disconnected. */
    readonly socket: { readonly localPort?: number | undefined; readonly encrypted?: boolean } | null
    /** The error that interrupted a request over HTTP. */
    readonly errored?: Error | null
  }
  readonly destroyed: boolean
  readonly headersSent: boolean
  readonly writableEnded: boolean
  /** Bytes not sent yet. */
  readonly writableLength: number
  setHeader(name: string, value: string): unknown
  writeHead(status: number, headers?: OutgoingHttpHeaders): Pick<ResponseWriter, 'end'>
  flushHeaders(): void
  write(text: string): unknown
  end(body?: string): unknown
  /** Closes the connection. */
  destroy(): unknown
  once(event: 'close', listener: () => void): unknown
}
