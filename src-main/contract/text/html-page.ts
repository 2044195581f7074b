/** HTML page: the headers of a page. Only this module sets `text/html`, and it accepts only `HtmlText`. */
import type { HtmlText } from './html-text.js'

interface Response {
  writeHead(status: number, headers: Readonly<Record<string, string | number | string[]>>): unknown
  end(body?: Uint8Array): unknown
}

export interface HtmlPage {
  readonly status: number
  readonly page: HtmlText
  readonly headers: Readonly<Record<string, string | number | string[]>>
  /** For HEAD: the headers without the page. */
  readonly withoutBody?: boolean
}

export function sendHtml(response: Response, { status, page, headers, withoutBody = false }: HtmlPage): void {
  const body = new TextEncoder().encode(page.toString())
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body.length,
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(withoutBody ? undefined : body)
}
