/** Exchange: what a handler uses of a request and of its response, over HTTP and over a line alike. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

export interface Asked {
  readonly method?: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** As `ServerResponse`. */
export interface Answer {
  /** Null when who asked has gone. */
  readonly req: { readonly socket: { readonly localPort?: number | undefined } | null }
  readonly destroyed: boolean
  readonly headersSent: boolean
  readonly writableEnded: boolean
  /** Bytes that wait to be read. */
  readonly writableLength: number
  setHeader(name: string, value: string): unknown
  writeHead(status: number, headers?: OutgoingHttpHeaders): Pick<Answer, 'end'>
  flushHeaders(): void
  write(text: string): unknown
  end(body?: string): unknown
  /** Hangs up. */
  destroy(): unknown
  once(event: 'close', listener: () => void): unknown
}
