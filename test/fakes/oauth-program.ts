/** OAuth program: an OAuth client with separate steps, so that a test can break each of them; and its browser. */
import { createHash, randomBytes } from 'node:crypto'

export const redirectUri = 'http://127.0.0.1:33418/callback'

export interface TokenAnswer {
  readonly status: number
  readonly body: { access_token: string; refresh_token: string; expires_in: number; error: string }
  readonly headers: Headers
}

export class OAuthProgram {
  readonly verifier = randomBytes(32).toString('base64url')
  readonly endpoint: string
  clientId = ''

  constructor(endpoint: string) {
    this.endpoint = endpoint
  }

  get challenge(): string {
    return createHash('sha256').update(this.verifier).digest('base64url')
  }

  /** Registers. */
  static async known(endpoint: string, name = 'Test program'): Promise<OAuthProgram> {
    const program = new OAuthProgram(endpoint)
    const answer = await program.register({ client_name: name, redirect_uris: [redirectUri] })
    program.clientId = ((await answer.json()) as { client_id: string }).client_id
    return program
  }

  register(metadata: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(new URL('/oauth/register', this.endpoint), {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close', ...headers },
      body: JSON.stringify(metadata),
    })
  }

  /** The URL that the browser opens. @param change parameters that are set, or left out where undefined */
  authoriseUrl(change: Record<string, string | undefined> = {}): URL {
    const url = new URL('/oauth/authorize', this.endpoint)
    const parameters = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: redirectUri,
      code_challenge: this.challenge,
      code_challenge_method: 'S256',
      state: 'a state',
      resource: `${this.endpoint}/mcp`,
      ...change,
    }
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
    return url
  }

  token(form: Record<string, string>): Promise<TokenAnswer> {
    return this.post('/oauth/token', { client_id: this.clientId, ...form })
  }

  exchange(code: string, change: Record<string, string> = {}): Promise<TokenAnswer> {
    const { verifier } = this
    return this.token({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
      ...change,
    })
  }

  refresh(token: string): Promise<TokenAnswer> {
    return this.token({ grant_type: 'refresh_token', refresh_token: token })
  }

  async post(path: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<TokenAnswer> {
    const answer = await fetch(new URL(path, this.endpoint), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', connection: 'close', ...headers },
      body: new URLSearchParams(form).toString(),
    })
    const body = (await answer.json()) as TokenAnswer['body']
    return { status: answer.status, body, headers: answer.headers }
  }
}

/** A browser without a script: it opens a page and follows redirects. */
export const openPage = (url: URL | string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { redirect: 'manual', headers: { connection: 'close', ...headers } })

/** Waits before a page of ours for where the person's answer sends it. */
export async function redirectOf(page: Response): Promise<URL> {
  const next = /url=(.*)$/u.exec(page.headers.get('refresh') ?? '')?.[1]
  const answer = next ? await openPage(new URL(next, page.url)) : page
  return new URL(answer.headers.get('location') ?? 'about:blank')
}
