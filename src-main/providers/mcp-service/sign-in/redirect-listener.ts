/**
 * Redirect listener: the local address to which a browser returns after a sign-in. RFC 8252, section 7.3.
 *
 * Guards invariant 7: it exists only during a sign-in, serves one path of one host, and accepts only the state of this
 * sign-in. Other connections never keep the browser out: of too many the oldest is closed.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sendHtml } from '@contract/text/html-page.js'
import { type HtmlText, html, htmlConstant } from '@contract/text/html-text.js'
import { limitConnections } from '../../../network/limited-server.js'

export interface RedirectListener {
  readonly url: string
  /** The parameters received with the correct state. Never resolves when closed first. */
  readonly arrived: Promise<URLSearchParams>
  close(): void
}

const path = '/callback'
const host = '127.0.0.1'
const connectionLimits = { withoutKey: 16, waiting: 32, withKey: { each: 0, all: 0 } }

const words = {
  en: { title: 'Back to Gatehouse', text: 'Gatehouse received the response. You can close this page.' },
  zh: { title: '请返回 Gatehouse', text: 'Gatehouse 已收到结果，可以关闭此页面。' },
} as const

const style = 'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;color-scheme:light dark}'
const styleHash = createHash('sha256').update(style).digest('base64')

const pageFor = (accepted = ''): HtmlText => {
  const language = /^\s*zh\b/iu.test(accepted) ? 'zh' : 'en'
  const { title, text } = words[language]
  return html`<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title><style>${htmlConstant(style)}</style><h1>${title}</h1><p>${text}</p></html>`
}

/** @param port 0 for a free one @throws Error when the port is taken */
export async function listenForRedirect(state: string, port = 0): Promise<RedirectListener> {
  let own = ''
  let arrive = (_parameters: URLSearchParams): void => {}
  const arrived = new Promise<URLSearchParams>((resolve) => {
    arrive = resolve
  })
  const server = createServer(
    { requestTimeout: 5_000, headersTimeout: 5_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
    (request, response) => {
      response.setHeader('Connection', 'close')
      const url = URL.canParse(request.url ?? '', own) ? new URL(request.url ?? '', own) : undefined
      const isOurs = request.method === 'GET' && request.headers.host === new URL(own).host && url?.pathname === path
      if (!isOurs || !url) return void response.writeHead(404).end()
      if (!isSame(url.searchParams.get('state') ?? '', state)) return void response.writeHead(400).end()
      sendHtml(response, {
        status: 200,
        page: pageFor(request.headers['accept-language']),
        headers: {
          'Cache-Control': 'no-store',
          'Referrer-Policy': 'no-referrer',
          'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
        },
      })
      arrive(url.searchParams)
    },
  )
  const connections = limitConnections(server, connectionLimits, () => {})
  await once(server.listen({ port, host, exclusive: true }), 'listening')
  server.on('error', () => {})
  own = `http://${host}:${(server.address() as AddressInfo).port}`
  return {
    url: own + path,
    arrived,
    close() {
      server.close()
      connections.stop()
      // The response must be sent before the server closes.
      setTimeout(() => server.closeAllConnections(), 1_000).unref()
    },
  }
}

const isSame = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return first !== undefined && second !== undefined && timingSafeEqual(first, second)
}
