/** A phone: a browser's half of the LAN page, over real TLS, that knows this computer by the fingerprint it was shown. */
import type { IncomingMessage } from 'node:http'
import { request as begin } from 'node:https'
import type { TLSSocket } from 'node:tls'
import type { PhoneUpdate } from '@shared/clients/phone.js'
import { until } from '../fixtures/until.js'

export interface PhoneResponse {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  readonly body: { readonly error?: { readonly code: string } } & Readonly<Record<string, unknown>>
}

export interface PhoneRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object | string
}

/** The address of a LAN peer in the tests. */
export const lanPeer = '127.0.0.2'

/** From which address, or through which socket of the file system, it comes. */
export type PhoneRoute = { readonly localAddress: string } | { readonly socketPath: string }

export class Phone {
  readonly origin: string
  readonly #fingerprint: string
  readonly #from: PhoneRoute
  readonly cookies = new Map<string, string>()
  /** The last message of the stream. */
  news: PhoneUpdate | undefined
  #leave: () => void = () => {}

  constructor(origin: string, fingerprint: string, from: string | PhoneRoute = lanPeer) {
    this.origin = origin
    this.#fingerprint = fingerprint
    this.#from = typeof from === 'string' ? { localAddress: from } : from
  }

  /** @throws Error when the connection is closed, or the certificate does not match */
  async send(path: string, sending: PhoneRequest = {}): Promise<PhoneResponse> {
    const response = await this.#begin(path, sending)
    let text = ''
    for await (const chunk of response) text += chunk
    for (const cookie of response.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const isJson = response.headers['content-type'] === 'application/json'
    return { status: response.statusCode ?? 0, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} }
  }

  /** As the page does. */
  post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<PhoneResponse> {
    const own = { origin: this.origin, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    return this.send(path, { method: 'POST', body, headers: { ...own, ...headers } })
  }

  /** Sends the head of a request and some of its body, and disconnects. */
  async disconnectWithinBody(path: string): Promise<void> {
    const headers = { origin: this.origin, 'content-type': 'application/json', 'content-length': '100' }
    const request = begin(this.origin, {
      method: 'POST',
      path,
      headers,
      agent: false,
      ...this.#from,
      rejectUnauthorized: false,
    })
    request.on('error', () => {})
    await new Promise<void>((resolve) => request.write('{', () => resolve()))
    const closed = new Promise<void>((resolve) => request.once('close', resolve))
    request.destroy()
    await closed
  }

  /** Opens the page and waits for the first message. */
  async open(): Promise<void> {
    const response = await this.#begin('/api/stream', {})
    if (response.statusCode !== 200) throw new Error(`The stream answered ${response.statusCode}.`)
    this.#leave = () => response.destroy()
    let text = ''
    response.on('error', () => {})
    response.on('data', (chunk) => {
      text += chunk
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) this.news = JSON.parse(event.slice('data: '.length))
    })
    response.once('close', () => {
      this.news = undefined
    })
    await until(() => this.news !== undefined)
  }

  /** Closes the page. */
  leave(): void {
    this.#leave()
  }

  async question(): Promise<PhoneUpdate['questions'][number]> {
    await until(() => (this.news?.questions.length ?? 0) > 0)
    const [question] = this.news?.questions ?? []
    if (!question) throw new Error('Nothing is asked.')
    return question
  }

  #begin(path: string, { method = 'GET', headers = {}, body }: PhoneRequest): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const request = begin(this.origin, {
        method,
        // As it is written, with its dots and slashes.
        path,
        agent: false,
        ...this.#from,
        // Self-signed: checked by its fingerprint, as a person compares it.
        rejectUnauthorized: false,
        headers: { ...(cookie !== '' && { cookie }), ...headers },
      })
      request.once('socket', (socket) =>
        socket.once('secureConnect', () => {
          const { fingerprint256 } = (socket as TLSSocket).getPeerCertificate()
          if (fingerprint256 !== this.#fingerprint) request.destroy(new Error('It has another certificate.'))
        }),
      )
      request.once('error', reject)
      request.once('response', resolve)
      request.end(typeof body === 'object' ? JSON.stringify(body) : body)
    })
  }
}
