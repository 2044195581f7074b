/** Authorization scene: an MCP server that requires a token, an independent authorization server (`oidc-provider`), and a browser. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import Provider from 'oidc-provider'

export interface ListeningServer {
  readonly server: Server
  readonly origin: string
  close(): Promise<void>
}

export async function serve(listener: RequestListener): Promise<ListeningServer> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    server,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export interface AuthorizationOptions {
  /** Seconds. */
  readonly tokenSeconds?: number
  /** Registered clients; then dynamic registration is off. */
  readonly clients?: readonly object[]
}

/** Every request that it received is in `requests`. */
export async function startAuthorizationServer({ tokenSeconds = 3_600, clients }: AuthorizationOptions = {}) {
  const requests: string[] = []
  let handle: RequestListener = (_request, response) => void response.writeHead(503).end()
  const holds = new Map<string, { readonly arrive: () => void; readonly released: Promise<void> }>()
  const listening = await serve((request, response) => {
    const what = `${request.method} ${request.url?.split('?')[0]}`
    requests.push(what)
    const held = holds.get(what)
    if (held) {
      const end = response.end.bind(response) as (...sent: unknown[]) => ServerResponse
      response.end = (...sent: unknown[]) => {
        held.arrive()
        void held.released.then(() => end(...sent))
        return response
      }
    }
    handle(request, response)
  })
  /** Lets what is sent for requests like `POST /token` wait. */
  const hold = (what: string) => {
    let arrive = (): void => {}
    let release = (): void => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    holds.set(what, { arrive, released })
    return { arrived, release }
  }
  const provider = new Provider(listening.origin, {
    clients: clients ?? [],
    clientDefaults: { grant_types: ['authorization_code', 'refresh_token'] },
    cookies: { keys: ['a key of the test'] },
    scopes: ['openid', 'offline_access', 'tools'],
    ttl: { AccessToken: tokenSeconds, RefreshToken: 86_400, Grant: 86_400, Session: 86_400, Interaction: 600 },
    issueRefreshToken: async () => true,
    features: {
      registration: { enabled: clients === undefined },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_context: unknown, _client: unknown, one: unknown) => one,
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_context: unknown, resource: string) => ({
          scope: 'tools',
          audience: resource,
          accessTokenTTL: tokenSeconds,
          accessTokenFormat: 'opaque',
        }),
      },
    },
  })
  const own = provider.callback()
  handle = (request, response) => void own(request, response)
  return { ...listening, provider, requests, hold }
}

export type AuthorizationServer = Awaited<ReturnType<typeof startAuthorizationServer>>

/** A server of the SDK with one tool, behind a token for exactly its address. */
export async function startGuardedServer(authorization: Pick<AuthorizationServer, 'provider' | 'origin'>) {
  const tokens: string[] = []
  let resource = ''
  const open = new Map<string, NodeStreamableHTTPServerTransport>()
  const listening = await serve((request, response) => void answer(request, response))
  resource = `${listening.origin}/mcp`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', listening.origin)
    if (url.pathname === '/.well-known/oauth-protected-resource/mcp') {
      const metadata = { resource, authorization_servers: [authorization.origin], scopes_supported: ['tools'] }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata))
      return
    }
    if (url.pathname !== '/mcp') return void response.writeHead(404).end()
    const token = request.headers.authorization?.replace(/^Bearer /u, '')
    const known = token === undefined ? undefined : await authorization.provider.AccessToken.find(token)
    if (token === undefined || !known || known.isExpired || known.aud !== resource) {
      const metadata = `${listening.origin}/.well-known/oauth-protected-resource/mcp`
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}", scope="tools"` }).end()
      return
    }
    tokens.push(token)
    const session = String(request.headers['mcp-session-id'])
    let transport = open.get(session)
    if (!transport) {
      const fresh = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: () => crypto.randomUUID(),
        onsessioninitialized: (id: string) => void open.set(id, fresh),
      })
      const server = new McpServer({ name: 'guarded', version: '1.0.0' })
      const inputSchema = fromJsonSchema({ type: 'object' })
      server.registerTool('whoami', { inputSchema, annotations: { readOnlyHint: true } }, () => ({
        content: [{ type: 'text' as const, text: 'somebody with a token' }],
      }))
      await server.connect(fresh)
      transport = fresh
    }
    await transport.handleRequest(request, response)
  }

  return { ...listening, tokens, address: resource }
}

/** Acts like a person in a browser: signs in, agrees, and is redirected back. @returns the status of the last page */
export async function browse(address: string, { follow = () => true }: { follow?: (url: URL) => boolean } = {}) {
  const cookies = new Map<string, string>()
  let url = new URL(address)
  let form: URLSearchParams | undefined
  for (let step = 0; step < 20; step += 1) {
    if (!follow(url)) return { status: 0, url }
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), connection: 'close' },
      ...(form && { body: form }),
    })
    form = undefined
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    const text = await response.text()
    if (location !== null) {
      url = new URL(location, url)
      continue
    }
    const [, action] = /<form[^>]* action="([^"]+)"/u.exec(text) ?? []
    if (action === undefined) return { status: response.status, url }
    form = new URLSearchParams({
      prompt: text.includes('value="login"') ? 'login' : 'consent',
      login: 'ada',
      password: 'any',
    })
    url = new URL(action, url)
  }
  throw new Error('The browser goes in circles.')
}
